// Chooses the game and the numbers of stones, in a dialog. Five-stone morris comes first: it is always known.

import { find, make } from './dom.js';
import { knownWords } from './known.js';
import { t } from './texts.js';
import { COLOURS, gameText, gameTitle } from './words.js';

const FEWEST = 3;
const MOST = 12;

/** What is offered: named games, and five-stone morris as one of them. */
export function offers(games) {
  const standard = games.find((game) => game.name === 'standard');
  const named = games.map((game) => ({
    id: game.name, name: game.name, title: gameTitle(game, game.rules.stones), text: gameText(game), stones: game.rules.stones, known: knownWords(game),
  }));
  if (!standard) return named;
  const five = { id: 'five', name: 'standard', title: t('game.five'), text: t('game.five.text'), stones: { white: 5, black: 5 }, known: t('known.always') };
  return [five, ...named];
}

export class Chooser {
  #dialog = find('chooser');

  /** `onChoose(name, stones)` starts a game. */
  constructor(games, { onChoose }) {
    this.offers = offers(games);
    this.onChoose = onChoose;
  }

  open(name, stones) {
    const same = (offer) => offer.name === name && offer.stones.white === stones.white && offer.stones.black === stones.black;
    let chosen = this.offers.find(same) ?? this.offers.find((offer) => offer.name === name && offer.id !== 'five') ?? this.offers[0];
    const selects = Object.fromEntries(COLOURS.map((colour) => [colour, this.#numbers(colour, stones[colour])]));
    const choose = (offer) => {
      chosen = offer;
      for (const colour of COLOURS) selects[colour].value = String(offer.stones[colour]);
    };
    const cards = this.offers.map((offer) => make('label', { class: offer.id === 'five' ? 'card first' : 'card' },
      make('input', { type: 'radio', name: 'offer', value: offer.id, checked: offer === chosen, onchange: () => choose(offer) }),
      make('span', { class: 'card-text' },
        make('b', {}, offer.title), make('span', {}, offer.text), make('small', {}, offer.known))));
    const start = (event) => {
      event.preventDefault();
      this.#dialog.close();
      this.onChoose(chosen.name, { white: Number(selects.white.value), black: Number(selects.black.value) });
    };
    this.#dialog.replaceChildren(make('form', { method: 'dialog', onsubmit: start },
      make('h2', { id: 'chooser-title' }, t('choose.title')),
      make('div', { class: 'cards', role: 'radiogroup', 'aria-label': t('choose.games') }, cards),
      make('div', { class: 'chooser-actions' },
        ...COLOURS.map((colour) => make('label', { class: 'field' }, make('span', {}, t(`choose.${colour}`)), selects[colour])),
        make('button', { class: 'primary', id: 'choose-start' }, t('choose.start')),
        make('button', { type: 'button', onclick: () => this.#dialog.close() }, t('cancel')))));
    this.#dialog.showModal();
    this.#dialog.querySelector('input:checked')?.focus();
  }

  #numbers(colour, value) {
    const select = make('select', { id: `stones-${colour}` });
    for (let number = FEWEST; number <= MOST; number += 1) {
      select.append(make('option', { value: number, selected: number === value }, number));
    }
    return select;
  }
}
