// Orders in which names and paths stand: by the bytes of their UTF-8 form.

/**
 * @param {string} left
 * @param {string} right
 * @returns {number}
 */
export function byBytes(left, right) {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/**
 * Paths component by component.
 * @param {string} left
 * @param {string} right
 * @returns {number}
 */
export function byComponents(left, right) {
  const [ours, theirs] = [left.split("/"), right.split("/")];
  for (const [index, part] of ours.entries()) {
    const other = theirs[index];
    if (other === undefined) return 1;
    const order = byBytes(part, other);
    if (order !== 0) return order;
  }
  return ours.length - theirs.length;
}
