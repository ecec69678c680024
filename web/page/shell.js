// How the page sits in its surroundings: installed and offline, or as a guest in another site's frame.

import { find, make } from './dom.js';
import { t } from './texts.js';

/** Whether another site shows us in a frame: just the board, its buttons and the way here. */
export const isGuest = new URLSearchParams(location.search).has('embed');

export function settleIn() {
  document.body.classList.toggle('guest', isGuest);
  if (isGuest) {
    const here = make('a', { class: 'open-here', target: '_blank', rel: 'noopener', href: './' }, t('embed.open'));
    const follow = () => { here.href = `./${location.hash}`; };
    here.addEventListener('pointerenter', follow);
    here.addEventListener('focus', follow);
    here.addEventListener('click', follow);
    find('board').parentElement.append(here);
    return;
  }
  // Old browsers, and servers without a certificate elsewhere, have none of this.
  navigator.serviceWorker?.register('worker.js').catch(() => {});
}

/** A line of HTML that shows a board on another page. */
export const frameFor = (address) => `<iframe src="${address.replace(/#/, '?embed#')}" width="480" height="560" title="Millwright"></iframe>`;
