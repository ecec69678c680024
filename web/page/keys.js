// Keyboard shortcuts of the whole page. Fields and dialogs keep their own keys; the board keeps its arrows.

const FIELDS = 'input, select, textarea, [contenteditable]';
const CHOICES = 'input[type="radio"], input[type="checkbox"], select';

/** `actions`: key -> function. Letters work in both cases; `Shift+m` is a key of its own where it is named. */
export function listen(actions) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector('dialog[open]') || event.target.closest?.(FIELDS)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = (event.shiftKey && actions[`Shift+${key}`]) || actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/**
 * Who chooses with the mouse or a finger goes on with the page, not with the field: there, the arrow keys would change
 * the choice. Who comes to a field with the keyboard stays in it.
 */
export function leaveFieldsAfterPointer() {
  let byPointer = false;
  document.addEventListener('pointerdown', () => { byPointer = true; }, true);
  document.addEventListener('keydown', () => { byPointer = false; }, true);
  const leave = ({ target }) => {
    if (byPointer && !target.closest?.('dialog') && target.matches?.(CHOICES)) target.blur();
  };
  // Before anything is drawn anew: the focus is not carried over then.
  document.addEventListener('change', leave, true);
  document.addEventListener('click', (event) => {
    if (event.target.matches?.('input')) leave(event);
  }, true);
}
