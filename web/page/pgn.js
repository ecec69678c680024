// PGN: tags, moves, signs, comments and variations, and several games in one text. What is no move here may still be one
// to the server, which reads more dialects; whether a move is legal is its business alone.

import { node } from './tree.js';

const TOKEN = /\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]|\{([^}]*)\}|;([^\n]*)|(\$\d+)|([()])|(1-0|0-1|1\/2-1\/2|\*)(?![\w-])|\d+\.+|([^\s(){};[\]$]+)|(\S)/g;
const MOVE = /^((?:[a-g][1-7]-)?[a-g][1-7](?:x[a-g][1-7]){0,2})([!?]{0,2})$/;
const CAPTURE = /^x[a-g][1-7]$/;
const SIGN_OF_NAG = { $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!' };
const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;
const WIDEST = 80;
const DEEPEST = 60;
/** As many as the server takes. */
const MOST_PLIES = 1000;

const growing = (move = null) => ({ move, mark: '', comment: '', children: [] });

const grown = ({ move, mark, comment, children }) => node(move, { mark, comment, children: children.map(grown) });

const joined = (a, b) => [a, b].filter(Boolean).join(' ');

/** Reads one game at a time; `null` is returned for texts that are no PGN of whole turns. */
class Reader {
  constructor() {
    this.games = [];
    this.#begin();
  }

  #begin() {
    this.tags = {};
    this.root = growing();
    this.parent = this.root;
    this.last = null;
    this.before = this.root;
    this.open = [];
    this.waiting = '';
    this.begun = false;
    this.ply = 0;
  }

  /** A game is over with its result, or where the tags of the next one begin. */
  #finish(result) {
    if (!this.begun && Object.keys(this.tags).length === 0 && !this.root.comment) return;
    if (result && result !== '*' && !this.tags.Result) this.tags.Result = result;
    this.games.push({ tags: this.tags, root: grown(this.root) });
    this.#begin();
  }

  tag(name, value) {
    if (this.begun) this.#finish(null);
    this.tags[name] = value.replace(/\\(.)/g, '$1');
  }

  comment(text) {
    const words = text.trim().replace(/\s+/g, ' ');
    if (this.last) this.last.comment = joined(this.last.comment, words);
    else if (this.open.length > 0) this.waiting = joined(this.waiting, words);
    else this.root.comment = joined(this.root.comment, words);
  }

  nag(text) {
    if (!this.last) return;
    const sign = SIGN_OF_NAG[text];
    if (sign && !this.last.mark) this.last.mark = sign;
    else this.last.mark += text;
  }

  bracket(text) {
    if (text === '(') {
      if (!this.last || this.open.length >= DEEPEST) return false;
      const { parent, last, before, ply } = this;
      this.open.push({ parent, last, before, ply });
      this.ply -= 1;
      this.parent = before;
      this.last = null;
      return true;
    }
    const outer = this.open.pop();
    if (!outer) return false;
    Object.assign(this, outer);
    return true;
  }

  move(text) {
    if (CAPTURE.test(text) && this.last) {
      this.last.move += text;
      return true;
    }
    const match = MOVE.exec(text);
    if (!match || this.ply >= MOST_PLIES) return false;
    this.ply += 1;
    const next = Object.assign(growing(match[1]), { mark: match[2], comment: this.waiting });
    this.waiting = '';
    this.parent.children.push(next);
    this.before = this.parent;
    this.parent = next;
    this.last = next;
    this.begun = true;
    return true;
  }

  result(text) {
    if (this.open.length === 0) this.#finish(text);
  }

  end() {
    this.#finish(null);
    return this.games;
  }
}

/** The games of a text, `{tags, root}` each; null if it is none that we can read. */
export function read(text) {
  const reader = new Reader();
  for (const [, tag, value, braces, line, nag, bracket, result, word, other] of text.matchAll(TOKEN)) {
    if (tag !== undefined) reader.tag(tag, value);
    else if (braces !== undefined || line !== undefined) reader.comment(braces ?? line);
    else if (nag) reader.nag(nag);
    else if (bracket) {
      if (!reader.bracket(bracket)) return null;
    } else if (result) reader.result(result);
    else if (word) {
      if (!reader.move(word)) return null;
    } else if (other) return null;
  }
  const games = reader.end();
  return games.length > 0 ? games : null;
}

/** A comment cannot hold the bracket that ends it: the other kind ends with the line. */
const written = (comment) => (comment.includes('}') ? `;${comment}\n` : `{${comment}}`);

const SUFFIX = /^([!?]{0,2})((?:\$\d+)*)$/;

/** The words of a tree: numbers, moves, signs, comments, and brackets around variations. */
function movetext(root, firstIsBlack) {
  const words = root.comment ? [written(root.comment)] : [];
  const offset = firstIsBlack ? 1 : 0;
  /** A move and all that follows it; its number is told at the start of a line and after whatever interrupts it. */
  const line = (first, ply, others) => {
    let [here, at, siblings, isTold] = [first, ply, others, true];
    while (here) {
      const isWhite = (at + offset) % 2 === 0;
      const number = Math.floor((at + offset) / 2) + 1;
      if (isWhite) words.push(`${number}.`);
      else if (isTold) words.push(`${number}...`);
      const [, sign, nags] = SUFFIX.exec(here.mark) ?? ['', '', ''];
      words.push(`${here.move}${sign}`, ...(nags.match(/\$\d+/g) ?? []));
      if (here.comment) words.push(written(here.comment));
      for (const other of siblings) {
        words.push('(');
        line(other, at, []);
        words.push(')');
      }
      isTold = Boolean(here.comment) || siblings.length > 0;
      [here, ...siblings] = here.children;
      at += 1;
    }
  };
  const [first, ...others] = root.children;
  line(first, 0, others);
  return words;
}

/** Words in lines that are not too long; a comment that ends with its line ends it, and brackets stand close. */
function wrapped(words) {
  const lines = [''];
  let isClose = true;
  for (const word of words.flatMap((text) => (text.startsWith('{') ? text.split(' ') : [text]))) {
    const text = word.replace(/\n$/, '');
    const current = lines.at(-1);
    const between = isClose || text === ')' || current === '' ? '' : ' ';
    if (current.length + between.length + text.length > WIDEST && between) lines.push(text);
    else lines[lines.length - 1] = current + between + text;
    if (word !== text) lines.push('');
    isClose = text === '(';
  }
  return lines.filter(Boolean).join('\n');
}

const quoted = (text) => text.replace(/["\\]/g, '\\$&');

/** A game as a PGN: tags in their order, then the moves and the result. */
export function write({ tags, root, firstIsBlack = false }) {
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${quoted(value)}"]`).join('\n');
  const result = RESULT.test(tags.Result ?? '') ? tags.Result : '*';
  return `${head}\n\n${wrapped([...movetext(root, firstIsBlack), result])}\n`;
}
