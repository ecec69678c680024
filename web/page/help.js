// The help: how to play, what the signs mean, and the keys.

import { badge } from './board.js';
import { draw, find, make } from './dom.js';
import { emphasised, t } from './texts.js';

const paragraph = (key) => make('p', {}, emphasised(key).map(({ text, strong }) => (strong ? make('b', {}, text) : text)));

const icon = (...inside) => draw('svg', { viewBox: '-24 -24 48 48', width: 26, height: 26, 'aria-hidden': 'true' }, inside);

const SIGNS = [
  ['help.win', () => icon(badge({ outcome: 'win', plies: 7 }))],
  ['help.draw', () => icon(badge({ outcome: 'draw' }))],
  ['help.loss', () => icon(badge({ outcome: 'loss', plies: 8 }))],
  ['help.unknown', () => icon(badge({ outcome: 'unknown' }))],
  ['help.ring', () => icon(draw('circle', { class: 'around', r: 22 }), badge({ outcome: 'win', plies: 7 }, 15))],
];

/** A key by its text, or by its own sign; what is no key stands between them. */
const KEYS = [
  ['help.keys.step', ['key.left', 'key.right', { between: 'key.or' }, ',', '.']],
  ['help.keys.ends', ['key.home', 'key.end']],
  ['help.keys.board', ['key.tab', { between: 'key.then-arrows' }]],
  ['help.keys.play', ['key.enter', { between: 'key.or' }, 'key.space']],
  ['help.keys.escape', ['key.escape']],
  ['help.keys.new', ['N', 'E', 'I']],
  ['help.keys.view', ['R', 'F']],
  ['help.keys.mistake', ['M']],
  ['help.keys.hint', ['H']],
  ['help.keys.help', ['?']],
];

const key = (name) => (name.between ? t(name.between) : [make('kbd', {}, name.startsWith('key.') ? t(name) : name), ' ']);

const terms = [
  [() => t('versus', { mover: '4', other: '5' }), 'help.draws.45'],
  [() => t('beside.even'), 'help.draws.even'],
  [() => t('help.draws.curve'), 'help.draws.curve.text'],
];

export function openHelp() {
  const dialog = find('help-text');
  dialog.replaceChildren(
    make('h2', { id: 'help-title', tabindex: -1, autofocus: true }, t('help.title')),
    paragraph('help.play'), paragraph('help.mills'),
    make('h3', {}, t('help.values')), paragraph('help.values.text'),
    make('ul', { class: 'legend' }, SIGNS.map(([text, sign]) => make('li', {}, sign(), ' ', t(text)))),
    make('h3', {}, t('help.draws')),
    make('dl', { class: 'terms' }, terms.map(([name, text]) => make('div', {}, make('dt', {}, name()), make('dd', {}, t(text))))),
    make('h3', {}, t('help.keys')),
    make('dl', { class: 'keys' }, KEYS.map(([text, names]) => make('div', {}, make('dt', {}, names.flatMap(key)), make('dd', {}, t(text))))),
    make('form', { method: 'dialog', class: 'actions' }, make('button', { class: 'primary' }, t('close'))),
  );
  dialog.showModal();
}
