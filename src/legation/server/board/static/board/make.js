// Small things that the parts of a board share.
export const make = (name, attributes, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...inside.filter((part) => part !== null && part !== undefined));
  return made;
};

// A unit or an order with whose it is, where everybody's are at hand.
export const whole = ({ power }, said) => (power ? `${power}: ${said}` : said);

export const provinceOf = (place) => place.split("/")[0];
export const dashed = (text) => text.replace(/ - /g, " – ");
