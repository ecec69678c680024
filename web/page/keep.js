// What the browser keeps for the next visit. One that forbids it just forgets.

const PREFIX = 'millwright-';

export const keep = {
  read(name) {
    try {
      return localStorage.getItem(PREFIX + name);
    } catch {
      return null;
    }
  },
  /** Whether it was kept: private windows refuse, and there is only so much room. */
  write(name, value) {
    try {
      localStorage.setItem(PREFIX + name, value);
      return true;
    } catch {
      return false;
    }
  },
  /** What was written as JSON; `otherwise` where there is none, or none that makes sense. */
  readJson(name, otherwise) {
    try {
      return JSON.parse(keep.read(name)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  writeJson: (name, value) => keep.write(name, JSON.stringify(value)),
};
