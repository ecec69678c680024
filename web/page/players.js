// The two players beside the board: who they are, whose turn it is, what they have in hand and on the board.

import { draw, find, make } from './dom.js';
import { stone } from './board.js';
import { t } from './texts.js';
import { nameOf } from './words.js';

function hand(colour, number) {
  const width = 24;
  const icons = draw('svg', {
    class: 'hand', viewBox: `-14 -13 ${Math.max(number, 1) * width + 6} 27`, width: Math.max(number, 1) * width * 0.82 + 6, height: 22, 'aria-hidden': 'true',
  });
  for (let index = 0; index < number; index += 1) {
    icons.append(draw('g', { transform: `translate(${index * width} 0)` }, stone(colour, 11)));
  }
  return icons;
}

function fill(element, colour, position, { role, isYou, over }) {
  const { points, hand: inHand } = position[colour];
  const toMove = position.turn === colour && !over;
  element.dataset.colour = colour;
  element.classList.toggle('to-move', toMove);
  const won = over?.winner === colour;
  const state = won ? t('player.wins') : toMove ? t('player.to-move') : '';
  element.replaceChildren(
    draw('svg', { class: 'who', viewBox: '-14 -14 28 28', width: 24, height: 24, 'aria-hidden': 'true' }, stone(colour, 12)),
    make('span', { class: 'name' }, nameOf(colour)),
    make('span', { class: isYou ? 'role you' : 'role' }, role ?? ''),
    make('span', { class: 'turn' }, state),
    make('span', { class: 'stock' },
      hand(colour, inHand),
      make('span', { class: 'numbers' }, inHand > 0 ? [`${inHand}`, make('span', { class: 'unit' }, t('player.hand-unit'))] : t('player.on-board', { n: points.length })),
      make('span', { class: 'visually-hidden' }, t('player.stones-on-board', { n: points.length }))),
  );
}

/** `roles`: colour -> who plays it, in words; `you`: the reader's colour. Black sits at the top unless the view is upside down. */
export function showPlayers(position, { roles = {}, you = null, over = null, upsideDown = false }) {
  const [top, bottom] = upsideDown ? ['white', 'black'] : ['black', 'white'];
  fill(find('player-top'), top, position, { role: roles[top], isYou: you === top, over });
  fill(find('player-bottom'), bottom, position, { role: roles[bottom], isYou: you === bottom, over });
}
