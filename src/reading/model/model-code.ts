import type { BoostedTrees } from './boosted-trees.ts';

/**
 * Trees as text, so that they fit in a source module: base64 with eight bytes per node (feature, right child,
 * value).
 */
export type TreesCode = {
  /** The length of a row. Models with a different number of features don't fit. */
  readonly features: number;
  readonly start: number;
  /** The number of nodes in each tree. */
  readonly sizes: readonly number[];
  readonly nodes: string;
};

const NODE_BYTES = 8;

export function decodeTrees({ start, sizes, nodes }: TreesCode): BoostedTrees {
  const bytes = Uint8Array.from(atob(nodes), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const trees = sizes.map((size) => {
    const feature: number[] = [];
    const right: number[] = [];
    const value: number[] = [];
    for (let node = 0; node < size; node += 1) {
      feature.push(view.getInt16(at, true));
      right.push(view.getUint16(at + 2, true));
      value.push(view.getFloat32(at + 4, true));
      at += NODE_BYTES;
    }
    return { feature, right, value };
  });
  return { start, trees };
}

export function encodeTrees({ start, trees }: BoostedTrees, features: number): TreesCode {
  const sizes = trees.map(({ feature }) => feature.length);
  const view = new DataView(new ArrayBuffer(sizes.reduce((sum, size) => sum + size, 0) * NODE_BYTES));
  let at = 0;
  for (const { feature, right, value } of trees) {
    for (const [node, index] of feature.entries()) {
      view.setInt16(at, index, true);
      view.setUint16(at + 2, right[node] ?? 0, true);
      view.setFloat32(at + 4, value[node] ?? 0, true);
      at += NODE_BYTES;
    }
  }
  let characters = '';
  for (const byte of new Uint8Array(view.buffer)) characters += String.fromCharCode(byte);
  return { features, start, sizes, nodes: btoa(characters) };
}
