// The tree of a game as one short text, for the address and for the browser's memory: `d6.f4!(a1.b2)(c5).d2{why}`. A
// bracket holds a variation of the move before it; a comment has its special characters escaped.

import { node } from './tree.js';

const MOVE = /^[a-g][1-7](-[a-g][1-7])?(x[a-g][1-7]){0,2}$/;
const TOKEN = /\(|\)|\.|\{[^{}]*\}|[!?$][!?$\d]*|[^().{}!?$]+|[{}]/g;

/** As many as the server takes in a line, and variations besides. */
export const MOST_PLIES = 1000;
const MOST_NODES = 4000;
const LONGEST_COMMENT = 4000;
const DEEPEST_BRACKETS = 30;

/** A sign, and numbers of signs that have none, as PGN has them. */
const MARK = /^(!|\?|!!|\?\?|!\?|\?!)?(\$\d{1,3}){0,8}$/;

function writeNode({ move, mark, comment }) {
  return `${move}${MARK.test(mark) ? mark : ''}${comment ? `{${encodeURIComponent(comment)}}` : ''}`;
}

/** Without `comments`, only the moves and their signs are written. */
export function write(root, { comments = true } = {}) {
  const line = (parent) => {
    const written = [];
    let here = parent;
    while (here.children.length > 0) {
      const [next, ...others] = here.children;
      const plain = (child) => writeNode(comments ? child : { ...child, comment: '' });
      const variations = others.map((other) => {
        const rest = line(other);
        return `(${plain(other)}${rest ? `.${rest}` : ''})`;
      });
      written.push(plain(next) + variations.join(''));
      here = next;
    }
    return written.join('.');
  };
  const before = comments && root.comment ? `{${encodeURIComponent(root.comment)}}` : '';
  return before + line(root);
}

/** A node that is still being read. */
const growing = (move = null) => ({ move, mark: '', comment: '', children: [] });

const grown = ({ move, mark, comment, children }) => node(move, { mark, comment, children: children.map(grown) });

/**
 * Reads it back: `{root, trouble}`. What comes after a mistake is left out, and `trouble` says where it is: a ply of the
 * main line, or of a variation.
 */
export function read(text) {
  const root = growing();
  // Where the next move goes on, and the brackets that are open: each remembers where its line goes on.
  let parent = root;
  let last = null;
  let before = root;
  const open = [];
  let [nodes, depth] = [0, 0];
  const trouble = (found) => ({ root: grown(root), trouble: { ply: depth + 1, text: found } });
  for (const token of text.match(TOKEN) ?? []) {
    if (token === '.') continue;
    if (token === '(') {
      if (!last || open.length >= DEEPEST_BRACKETS) return trouble(token);
      open.push({ parent, last, before, depth });
      parent = before;
      last = null;
      depth -= 1;
    } else if (token === ')') {
      const outer = open.pop();
      if (!outer) return trouble(token);
      ({ parent, last, before, depth } = outer);
    } else if (/^[!?$]/.test(token)) {
      if (!last || !MARK.test(token)) return trouble(token);
      last.mark = token;
    } else if (token.startsWith('{')) {
      if (!token.endsWith('}') || token.length < 2) return trouble(token);
      const words = decoded(token.slice(1, -1));
      if (words === null) return trouble(token);
      (last ?? root).comment = words.slice(0, LONGEST_COMMENT);
    } else if (MOVE.test(token)) {
      if (nodes >= MOST_NODES || depth >= MOST_PLIES) return { root: grown(root), trouble: { tooLong: MOST_PLIES } };
      const next = growing(token);
      parent.children.push(next);
      before = parent;
      [parent, last] = [next, next];
      nodes += 1;
      depth += 1;
    } else {
      return trouble(token);
    }
  }
  return { root: grown(root), trouble: null };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
