// Remembers what the server has answered: stepping to and fro in a game then needs no server.

const MOST = 500;

/** Answers worth keeping, by key; the oldest are forgotten. */
export class Memory {
  #answers = new Map();

  get(key) {
    return this.#answers.get(key);
  }

  set(key, answer) {
    if (this.#answers.size >= MOST) this.#answers.delete(this.#answers.keys().next().value);
    this.#answers.set(key, answer);
  }

  clear() {
    this.#answers.clear();
  }
}
