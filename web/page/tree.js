// The moves of a game with its variations: a tree that never changes. A node is `{move, mark, comment, children}`; the
// first child goes on with the line, the others are variations. A path names a node by the children that lead to it.

/** A node; the root of a tree has no move. */
export const node = (move, { mark = '', comment = '', children = [] } = {}) => Object.freeze({ move, mark, comment, children: Object.freeze(children) });

export const EMPTY = node(null);

/** A tree without variations. */
export const treeOf = (plies) => node(null, { children: plies.reduceRight((rest, ply) => [node(ply.move, { ...ply, children: rest })], []) });

/** The nodes along a path, without the root. */
export function nodesAlong(root, path) {
  const nodes = [];
  let here = root;
  for (const index of path) {
    here = here.children[index];
    nodes.push(here);
  }
  return nodes;
}

export const nodeAt = (root, path) => path.reduce((here, index) => here.children[index], root);

/** The path as far as it leads through the tree. */
export function validPart(root, path) {
  let here = root;
  const valid = [];
  for (const index of path) {
    here = here.children[index];
    if (!here) break;
    valid.push(index);
  }
  return valid;
}

/** The path, and on along first children to the end. */
export function toTheEnd(root, path) {
  const whole = [...path];
  for (let here = nodeAt(root, path); here.children.length > 0; [here] = here.children) whole.push(0);
  return whole;
}

/** The tree with the node at a path replaced by what `change` makes of it. */
export function changed(root, path, change) {
  if (path.length === 0) return change(root);
  const [index, ...rest] = path;
  const children = root.children.map((child, at) => (at === index ? changed(child, rest, change) : child));
  return node(root.move, { ...root, children });
}

/** The tree without the node at a path and all that follows it. */
export function without(root, path) {
  const index = path.at(-1);
  return changed(root, path.slice(0, -1), (parent) => node(parent.move, { ...parent, children: parent.children.filter((_, at) => at !== index) }));
}

/** The tree with the line of a path as the main one: every node on it becomes a first child. */
export function promoted(root, path) {
  if (path.length === 0) return root;
  const [index, ...rest] = path;
  const others = root.children.filter((_, at) => at !== index);
  return node(root.move, { ...root, children: [promoted(root.children[index], rest), ...others] });
}

/** How many moves a tree has. */
export const size = (root) => root.children.reduce((sum, child) => sum + 1 + size(child), 0);
