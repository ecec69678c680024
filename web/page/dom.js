// Makes elements. Attributes only, no markup strings: nothing a server or a pasted text says can become markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** `make('p', {class: 'note'}, 'text')`; attributes that start with `on` are listeners. */
export const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

export const draw = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Text that others wrote, set apart: its writing direction must not turn the words around it. */
export const foreign = (text) => make('bdi', {}, text);

export const find = (id) => document.getElementById(id);

/** Shows or hides, without touching styles. */
export const show = (element, visible) => {
  element.hidden = !visible;
};

/** How to find the focused element again after its panel has been drawn anew. */
function focusedSelector() {
  const element = document.activeElement;
  if (!element || element === document.body || element.closest('svg')) return null;
  if (element.id) return `#${element.id}`;
  if (element.dataset.ply) return `#record [data-ply="${element.dataset.ply}"]`;
  if (element.name && element.type === 'radio') return `input[name="${element.name}"][value="${element.value}"]`;
  // A move that has been played is gone; the best reply takes its place.
  return element.closest('#analysis') ? '#analysis .chip' : null;
}

/** Redraws without throwing a keyboard user back to the top of the page. */
export function keepFocus(redraw) {
  const selector = focusedSelector();
  redraw();
  if (selector && document.activeElement === document.body) document.querySelector(selector)?.focus({ preventScroll: true });
}

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
