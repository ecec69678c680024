// Brings positions and games in and out as text: FEN, MFEN, short form, PGN, move list, PlayOK. The server reads
// and writes them all; here is only the guess whether a text is a position or a game.

import * as api from './api.js';
import { draw, find, foreign, make } from './dom.js';
import { Game } from './game.js';
import * as pgn from './pgn.js';
import { t } from './texts.js';

/** No position takes as many characters; they would have to fit into an address. */
const LONGEST_POSITION = 400;
/** As much as the server takes in one request, and as it is sent: quoted, in UTF-8. */
const LARGEST_REQUEST_BYTES = 64 * 1024;
/** Several games may be in one file; each of them goes to the server by itself. */
const LARGEST_FILE_BYTES = 5 * 1024 * 1024;

/** Formats, and how their files end. */
const FORMATS = [['link', 'txt'], ['pgn', 'pgn'], ['pgn-all', 'pgn'], ['list', 'txt'], ['playok', 'txt'], ['position', 'txt'], ['fen', 'fen'], ['mfen', 'mfen'], ['image', 'txt'], ['frame', 'txt']];

/** Whether a text looks more like a position than like a game. Both are tried; this decides which one first. */
export function looksLikePosition(text) {
  return !text.includes('\n') && (/^(start|[wb]_|MFEN)/.test(text) || /^[O@*]{8}\//.test(text));
}

const tooMuch = (bytes) => t('exchange.too-much', { n: Math.ceil(bytes / 1024) });

const bytesToSend = (text) => new TextEncoder().encode(JSON.stringify({ text })).length;

async function readPosition(game, text) {
  try {
    const position = await api.position(game.name, game.stones, text);
    return new Game({ name: position.game, stones: position.stones, start: position.position });
  } catch (error) {
    // A position of the game as it is usually played may have too many stones for the one on the board.
    if (error.code !== 'bad-position') throw error;
    try {
      const position = await api.position(game.name, null, text);
      return new Game({ name: position.game, stones: position.stones, start: position.position });
    } catch {
      throw error;
    }
  }
}

/** Whether the server found only tags and comments, or not even those: it reads that as a game not yet begun. */
const isEmpty = ({ plies, start, tags }) => plies.length === 0 && /^w_(\.\d+)?_(\.\d+)?$/.test(start) && !tags?.FEN;

function toGame(answer) {
  if (isEmpty(answer)) throw api.ourError('bad-game', t('exchange.nothing'));
  const plies = answer.plies.map(({ move, mark, comment }) => ({ move, mark: mark ?? '', comment: comment ?? '' }));
  return new Game({ name: answer.game, stones: answer.stones, start: answer.start, plies, at: 0, tags: answer.tags ?? {} });
}

/** The moves of a tree without its variations and comments. */
function plain(root) {
  const moves = [];
  for (let [here] = root.children; here; [here] = here.children) moves.push({ move: here.move });
  return new Game({ name: '', stones: null, plies: moves }).root;
}

/**
 * One game of a PGN as the board needs it. The server judges its main line and says which game it is; variations, signs
 * and comments are ours.
 */
export async function resolve(game, { tags, root }) {
  const answer = await readGame(game, pgn.write({ tags, root: plain(root) }));
  const ours = answer.with({ root, path: [], tags, at: 0 });
  // A dialect may spell moves in its own way: then the server's spelling counts.
  return ours.moves.join() === answer.moves.join() ? ours : answer;
}

async function readGame(game, text) {
  try {
    return toGame(await api.wholeGame(game.name, game.stones, { text }));
  } catch (error) {
    if (!error.code?.startsWith('bad-')) throw error;
    try {
      return toGame(await api.wholeGame(game.name, null, { text }));
    } catch {
      throw error;
    }
  }
}

/** Reads any text as games to show, `[game, ...others]`; the others are `{tags, root}`. Throws the error of the likelier reading. */
export async function read(game, text) {
  const games = looksLikePosition(text) ? null : pgn.read(text);
  if (games?.some(({ root }) => root.children.length > 0)) {
    const [first, ...others] = games;
    return [await resolve(game, first), ...others];
  }
  const ways = looksLikePosition(text) ? [readPosition, readGame] : [readGame, readPosition];
  try {
    return [await ways[0](game, text)];
  } catch (error) {
    if (!error.code?.startsWith('bad-') || text.length > LONGEST_POSITION) throw error;
    try {
      return [await ways[1](game, text)];
    } catch {
      throw error;
    }
  }
}

/** How much of a text goes to the server at once: all of it, unless it has several games. */
function largestPart(text) {
  const games = looksLikePosition(text) ? null : pgn.read(text);
  return games?.length > 1 ? Math.max(...games.map((one) => bytesToSend(pgn.write(one)))) : bytesToSend(text);
}

export class Transfer {
  #dialog = find('exchange');

  /** `onImport(games)` shows what was read; `say(text)` tells of small successes. */
  constructor({ onImport, say }) {
    this.handlers = { onImport, say };
  }

  /** `texts`: format -> text, for those that are there. */
  open(game, texts) {
    this.#dialog.replaceChildren(
      make('form', { method: 'dialog', class: 'title' },
        make('h2', { id: 'exchange-title' }, t('exchange.title')),
        make('button', { class: 'round', 'aria-label': t('close') }, draw('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, draw('path', { d: 'M5 5l10 10M5 15L15 5' })))),
      this.#importer(game),
      this.#exporter(texts),
    );
    this.#dialog.showModal();
    this.#dialog.querySelector('textarea')?.focus();
  }

  #importer(game) {
    const area = make('textarea', { id: 'import-text', rows: 5, spellcheck: 'false', placeholder: t('exchange.placeholder') });
    const trouble = make('p', { class: 'trouble', role: 'alert', id: 'import-trouble' });
    const button = make('button', { class: 'primary', id: 'import-go' }, t('exchange.show'));
    const file = make('input', { type: 'file', id: 'import-file', accept: '.pgn,.txt,.fen,.mfen,text/plain' });
    const refuse = (text) => {
      trouble.replaceChildren(foreign(text));
      area.setAttribute('aria-invalid', 'true');
    };
    file.addEventListener('change', async () => {
      const chosen = file.files[0];
      if (!chosen) return;
      if (chosen.size > LARGEST_FILE_BYTES) refuse(tooMuch(chosen.size));
      else area.value = await chosen.text();
    });
    const submit = async (event) => {
      event.preventDefault();
      const text = area.value.trim();
      if (text === '') {
        refuse(t('exchange.nothing-yet'));
        return;
      }
      const bytes = text.length > LARGEST_FILE_BYTES ? text.length : largestPart(text);
      if (bytes > LARGEST_REQUEST_BYTES) {
        refuse(tooMuch(bytes));
        return;
      }
      button.disabled = true;
      try {
        const imported = await read(game, text);
        this.#dialog.close();
        this.handlers.onImport(imported);
      } catch (error) {
        refuse([error.message, error.hint].filter(Boolean).join(' '));
      } finally {
        button.disabled = false;
      }
    };
    return make('form', { class: 'import', onsubmit: submit },
      make('label', { class: 'field' }, make('span', {}, t('exchange.what')), area),
      trouble,
      make('div', { class: 'actions' }, button, make('label', { class: 'file' }, make('span', {}, t('exchange.file')), file)));
  }

  #exporter(texts) {
    const area = make('textarea', { id: 'export-text', rows: 4, readonly: true, 'aria-label': t('exchange.text') });
    const offered = FORMATS.filter(([format]) => texts[format]);
    const select = make('select', { id: 'export-format' }, offered.map(([format]) => make('option', { value: format }, t(`format.${format}`))));
    const fill = () => {
      area.value = texts[select.value] ?? '';
    };
    select.addEventListener('change', fill);
    fill();
    const copy = async () => {
      const done = await copyText(area.value, area);
      this.handlers.say(t(done ? 'exchange.copied.said' : 'exchange.copy-by-hand'));
      copied.textContent = t(done ? 'exchange.copied' : 'exchange.copy');
    };
    const copied = make('button', { type: 'button', id: 'export-copy', onclick: copy }, t('exchange.copy'));
    const save = () => {
      const ending = FORMATS.find(([format]) => format === select.value)[1];
      const address = URL.createObjectURL(new Blob([`${area.value}\n`], { type: 'text/plain' }));
      make('a', { href: address, download: `millwright.${ending}` }).click();
      URL.revokeObjectURL(address);
    };
    return make('section', { class: 'export' },
      make('label', { class: 'field' }, make('span', {}, t('exchange.as')), select),
      area,
      make('div', { class: 'actions' }, copied, make('button', { type: 'button', id: 'export-save', onclick: save }, t('exchange.save'))));
  }
}

/** Copies to the clipboard; where the browser forbids it, selects the text in `field` for copying by hand. */
export async function copyText(text, field = null) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return false;
  }
}
