// Who makes an account has the time zone of his browser, until he chooses another.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("[data-zone]")) {
  if (!zone || (field.value && field.value !== "UTC")) continue;
  // A browser may call it by an older name than the list does.
  if (field.options && ![...field.options].some((each) => each.value === zone)) field.add(new Option(zone.replaceAll("_", " "), zone));
  field.value = zone;
}
