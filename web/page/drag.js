// Dragging a stone, from the board or from the hand, with mouse, pen or finger. A press that does not go anywhere is a
// click, and none of our business.

const THRESHOLD_PIXELS = 6;

export class Drag {
  #pressed = null;
  #dragging = false;

  /**
   * `onGrab(press)` starts one and says whether it may; `onMove(x, y)` follows the pointer on the screen; `onDrop(press, x, y)`
   * ends it, `onAbandon(press)` does where the browser took the pointer away.
   */
  constructor({ onGrab, onMove, onDrop, onAbandon }) {
    this.handlers = { onGrab, onMove, onDrop, onAbandon };
    window.addEventListener('pointermove', (event) => this.#move(event));
    window.addEventListener('pointerup', (event) => this.#up(event));
    window.addEventListener('pointercancel', (event) => this.#cancel(event));
    // The click that a browser makes of the end of a drag is none.
    window.addEventListener('click', (event) => {
      if (!this.justDropped) return;
      this.justDropped = false;
      event.stopPropagation();
      event.preventDefault();
    }, true);
    // A finger that drags a stone does not scroll the page.
    window.addEventListener('touchmove', (event) => {
      if (this.#pressed) event.preventDefault();
    }, { passive: false });
    this.justDropped = false;
  }

  /** A pointer went down on something that may be dragged; `what` is what the handlers get. */
  press(event, what) {
    this.justDropped = false;
    if (!event.isPrimary || event.button > 0) return;
    this.#pressed = { what, id: event.pointerId, x: event.clientX, y: event.clientY };
    this.#dragging = false;
  }

  #isOurs(event) {
    return this.#pressed?.id === event.pointerId;
  }

  #move(event) {
    if (!this.#isOurs(event)) return;
    const { what, x, y } = this.#pressed;
    if (!this.#dragging) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < THRESHOLD_PIXELS) return;
      if (!this.handlers.onGrab(what)) {
        this.#pressed = null;
        return;
      }
      this.#dragging = true;
    }
    this.handlers.onMove(event.clientX, event.clientY);
  }

  #up(event) {
    if (!this.#isOurs(event)) return;
    const { what } = this.#pressed;
    this.#pressed = null;
    if (!this.#dragging) return;
    this.#dragging = false;
    this.justDropped = true;
    // A drag may end without a click: then there is none to swallow.
    setTimeout(() => { this.justDropped = false; }, 50);
    this.handlers.onDrop(what, event.clientX, event.clientY);
  }

  #cancel(event) {
    if (!this.#isOurs(event)) return;
    const { what } = this.#pressed;
    this.#pressed = null;
    if (this.#dragging) this.handlers.onAbandon(what);
    this.#dragging = false;
  }
}
