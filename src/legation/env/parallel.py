"""The parallel interface of PettingZoo: in each step all powers hand in their sheets at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from legation.env.choosing import Menu, menu_of
from legation.env.rewards import Reward, by_result
from legation.env.seeing import COLUMNS, HIGHEST, Encoding, described
from legation.errors import InputError, StateError
from legation.library.boards import Option, legal_orders, options_of, text_of
from legation.library.games import Game
from legation.sight.view import View

Action = Sequence[int] | npt.NDArray[np.integer[Any]] | str
"""A number for each slot, or a sheet as a text, an order a line."""

Seen = dict[str, Any]

_SETTINGS = ("phases", "reward", "slots", "choices", "beside", "words", "render_mode")


class GameEnv(ParallelEnv[str, Seen, Action]):  # type: ignore[misc]  # ships no types
    """A game of a variant; the agents are the powers that have a player.

    An observation is a dict, and everything in it comes of the power's View:

    - ``board``: int32, (places, 8); `legation.env.seeing.COLUMNS` says what
      each column is, `encoding` what the numbers mean;
    - ``clock``: int32, (3,): kind of phase, year, number of the phase;
    - ``action_mask``: for each slot int8, (choices,): the numbers that mean an
      order. 0 is always one, and means none.

    An action is a number for each slot, or a text. `infos` of a power have the
    ``names`` of its slots, the ``orders`` that the numbers mean, ``text`` (its
    board, and what it was told, in words; empty without `words`), ``refused``
    (what was wrong with its last sheet; the rest of it stood) and ``left_out``
    (how many legal orders found no number; they can be given as text).
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "legation_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        variant: str = "standard",
        *,
        phases: int | None = None,
        reward: Reward = by_result,
        slots: int = 40,
        choices: int = 512,
        beside: int = 4,
        words: bool = True,
        render_mode: str | None = None,
        **options: Option,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InputError(f'render_mode is "ansi" or "svg", not {render_mode!r}.')
        counts = {"slots": slots, "choices": choices, "beside": beside}
        for name, number in (counts if phases is None else {"phases": phases, **counts}).items():
            if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
                raise InputError(f"{name} is a whole number from 1, not {number!r}.")
        if not isinstance(words, bool):
            raise InputError(f"words is True or False, not {words!r}.")
        if not callable(reward):
            raise InputError(
                f"reward is a function of two Views, as legation.env.by_centres, not {reward!r}."
            )
        self._variant = text_of(variant, "a variant's name")
        self._options = options_of(options, _SETTINGS)
        self._phases, self._reward = phases, reward
        self._size, self._beside, self._words = (slots, choices), beside, words
        self.render_mode = render_mode
        self._dice = np.random.default_rng()
        self._game = self._begun()
        self.encoding = Encoding.of(self._game.book)
        self.possible_agents = self._game.powers
        self.agents: list[str] = []
        self._menus: dict[str, Menu] = {}
        self._views: dict[str, View] = {}
        self._spaces = {power: self._space() for power in self.possible_agents}
        self._actions = {
            power: spaces.MultiDiscrete([choices] * slots) for power in self.possible_agents
        }

    def _begun(self) -> Game:
        seed = self._dice.bytes(16).hex()
        return Game.new(self._variant, self._options, seed)

    def _space(self) -> spaces.Dict:
        slots, choices = self._size
        board = (len(self.encoding.places), len(COLUMNS))
        return spaces.Dict(
            {
                "board": spaces.Box(0, HIGHEST, board, np.int32),
                "clock": spaces.Box(-HIGHEST, HIGHEST, (3,), np.int32),
                "action_mask": spaces.Tuple([spaces.MultiBinary(choices)] * slots),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an observation of a power may be."""
        return self._spaces[self._named(agent)]

    def action_space(self, agent: str) -> spaces.MultiDiscrete[Any]:
        """The numbers that a power may give; which of them mean an order, the mask says."""
        return self._actions[self._named(agent)]

    def view(self, agent: str) -> View:
        """What a power knows now, for `legation.legal_orders`, `explain`, `draw`.

        Raises:
            InputError: for an agent that is none.
            StateError: before `reset`.
        """
        if not self._views:
            raise StateError("no game was begun: call reset().")
        return self._views[self._named(agent)]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new game. With a seed, from 0, it is the same again, and so are those after it.

        `options` are PettingZoo's and change nothing: a variant's are given when
        the environment is made.
        """
        del options
        if seed is not None:
            if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
                raise InputError(f"a seed is a whole number from 0, not {seed!r}.")
            self._dice = np.random.default_rng(seed)
        self._game = self._begun()
        self.agents = list(self.possible_agents)
        self._look()
        return self._seen(), self._infos({})

    def step(
        self, actions: Mapping[str, Action]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Hands in these sheets and carries the phase out; who is left out hands in none.

        Raises:
            InputError: for an agent that is none, and for an action of another shape.
            StateError: where the game is over, or was never begun.
        """
        if not self.agents:
            raise StateError("the game is over, or was not begun: call reset().")
        if not isinstance(actions, Mapping):
            raise InputError("actions are a dict: agent → numbers for its slots, or a text.")
        sheets = {agent: self._sheet(agent, action) for agent, action in actions.items()}
        refused = {
            agent: [*wrong, *(str(error.error) for error in self._game.submit(agent, orders))]
            for agent, (orders, wrong) in sheets.items()
        }
        self._game.advance()
        before = self._views
        self._look()
        agents = list(self._views)
        rewards = {a: self._reward(before[a], self._views[a]) for a in agents}
        over = self._game.over
        late = not over and self._phases is not None and self._number >= self._phases
        ended = dict.fromkeys(agents, over)
        stopped = dict.fromkeys(agents, late)
        found = self._seen(), rewards, ended, stopped, self._infos(refused)
        if over or late:
            self.agents = []
        return found

    def render(self) -> str | None:
        """The board as everybody knows it: as text, or as SVG."""
        if self.render_mode is None:
            return None
        return self._game.draw() if self.render_mode == "svg" else described(self._public)

    def close(self) -> None:
        """Nothing is held open."""

    @property
    def _public(self) -> View:
        return self._game.view("spectator")

    @property
    def _number(self) -> int:
        return self._public.number

    def _look(self) -> None:
        slots, choices = self._size
        self._views = {agent: self._game.view(agent) for agent in self.possible_agents}
        self._menus = {
            agent: menu_of(legal_orders(view), slots, choices, self._beside)
            for agent, view in self._views.items()
        }

    def _named(self, agent: str) -> str:
        if agent not in self._spaces:
            powers = ", ".join(self.possible_agents)
            raise InputError(f"no agent is called {agent!r}. There are {powers}.")
        return agent

    def __getstate__(self) -> dict[str, Any]:
        """Without what is made of the game: another process makes that anew."""
        return {**self.__dict__, "_views": {}, "_menus": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self.agents:
            self._look()

    def _sheet(self, agent: str, action: Action) -> tuple[str | list[str], list[str]]:
        """A sheet, and what is wrong with the numbers that it comes of."""
        self._named(agent)
        if isinstance(action, str):
            return action, []
        numbers = np.asarray(action)
        if numbers.shape != self._size[:1] or not np.issubdtype(numbers.dtype, np.integer):
            raise InputError(
                f"an action is {self._size[0]} whole numbers, one for each slot, or a text;"
                f" that of {agent} has shape {numbers.shape} and type {numbers.dtype}."
            )
        return self._menus[agent].sheet(numbers.tolist())

    def _seen(self) -> dict[str, Seen]:
        return {
            agent: {
                "board": self.encoding.board(view),
                "clock": self.encoding.clock(view),
                "action_mask": self._menus[agent].mask(*self._size),
            }
            for agent, view in self._views.items()
        }

    def _infos(self, refused: Mapping[str, list[str]]) -> dict[str, dict[str, Any]]:
        return {
            agent: {
                "names": menu.names,
                "orders": menu.orders,
                "text": described(self._views[agent]) if self._words else "",
                "refused": refused.get(agent, []),
                "left_out": menu.left_out,
            }
            for agent, menu in self._menus.items()
        }


def parallel_env(variant: str = "standard", **settings: Any) -> GameEnv:
    """A game of a variant as a parallel environment, as PettingZoo names it.

    Settings are those of `GameEnv`, and the variant's options as keywords:
    `phases` is after how many the game is cut short, `reward` a function of a
    power's Views before and after, `slots` and `choices` the size of an action,
    `beside` how many slots are for orders of no unit; without `words`, which
    take a third of the time, nothing is told in sentences.

    Raises:
        NameUnknownError: for a variant that does not exist.
        OptionError: for an option or value that it does not have.
        InputError: for a setting that can be none.
    """
    return GameEnv(variant, **settings)
