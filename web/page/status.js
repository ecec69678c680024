// The status line under the board: one sentence, read aloud by screen readers, with a button where there is
// something to do about it.

import { find, foreign, make } from './dom.js';
import { t } from './texts.js';

const line = () => find('status');

function put(kind, text, action) {
  const element = line();
  element.dataset.kind = kind;
  // It may quote what a link or a pasted text says.
  const children = [make('span', {}, foreign(text))];
  if (action) children.push(make('button', { type: 'button', class: 'small', onclick: action.run }, action.name));
  element.replaceChildren(...children);
}

export const say = (text) => put('info', text);

/** Why the server lets us wait. */
export const busyWords = (detail) => t(/small games/.test(detail) ? 'page.solving-small' : 'page.busy');

export const busy = (detail) => say(busyWords(detail));

/** A click or an input that cannot be: what is wrong, and nothing has changed. */
export const refuse = (text) => put('refused', text);

/** A failure; `retry`, if given, is offered as a button. */
export function fail(error, retry = null) {
  const text = [error.message, error.hint].filter(Boolean).join(' ');
  put('failed', text || t('error.unknown'), retry ? { name: t('try-again'), run: retry } : null);
}
