import { PdfArray, type PdfDict, PdfStream } from '@libpdf/core';
import { isTagColor, type TagColor } from '#domain/document/tags.ts';
import { fold } from '#reading/text/fold.ts';
import { ContentTooLarge, decodeStream } from '#server/pdf/engine/decode-stream.ts';
import {
  getDictEntry,
  getEntry,
  follow,
  listItems,
  getNameEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { removeShown } from './remove-shown.ts';
import { ShownText, type ShownPart } from './shown-text.ts';

/** Form XObjects may contain others. Ones nested deeper than this are left alone. */
const DEEPEST = 8;

const TAG = /\{\{([^{}]+)\}\}/gu;

/** Removes tags from the pages of a document. Modifies its object graph. */
export class TagRemover {
  readonly #graph: ObjectGraph;
  readonly #color: TagColor | null;
  readonly #edited = new Set<PdfStream>();

  /** Takes the color that tags have, or null for any color. */
  constructor(graph: ObjectGraph, color: TagColor | null) {
    this.#graph = graph;
    this.#color = color;
  }

  /**
   * Removes tags from what a page draws. The tags are given without braces and spaces. A page whose content
   * can't be unpacked keeps its tags, and the caller notices that.
   */
  fromPage(page: PdfDict, folded: readonly string[]): void {
    try {
      this.#take(page, folded);
    } catch (error) {
      if (error instanceof ContentTooLarge) throw error;
    }
  }

  #take(page: PdfDict, folded: readonly string[]): void {
    const wanted = new Map<string, number>();
    for (const tag of folded) wanted.set(tag, (wanted.get(tag) ?? 0) + 1);
    const resources = getDictEntry(this.#graph, page, 'Resources');
    const contents = getEntry(this.#graph, page, 'Contents');
    const streams = (contents instanceof PdfArray ? listItems(contents) : [contents]).flatMap((item) => {
      const stream = follow(this.#graph, item);
      return stream instanceof PdfStream ? [decodeStream(this.#graph, stream), Buffer.from('\n')] : [];
    });
    const bytes = Buffer.concat(streams);
    const left = withoutTags({ graph: this.#graph, resources, color: this.#color }, bytes, wanted);
    if (left !== null)
      page.set('Contents', new PdfArray([this.#graph.register(PdfStream.fromDict({}, left))]));
    this.#fromForms(resources, wanted, 0);
  }

  #fromForms(resources: PdfDict | undefined, wanted: Map<string, number>, depth: number): void {
    const objects = resources && getDictEntry(this.#graph, resources, 'XObject');
    if (objects === undefined || depth >= DEEPEST) return;
    for (const [name] of [...objects]) {
      const form = getEntry(this.#graph, objects, name.value);
      if (!(form instanceof PdfStream) || this.#edited.has(form)) continue;
      if (getNameEntry(this.#graph, form, 'Subtype') !== 'Form') continue;
      this.#edited.add(form);
      const own = getDictEntry(this.#graph, form, 'Resources') ?? resources;
      const left = withoutTags(
        { graph: this.#graph, resources: own, color: this.#color },
        decodeStream(this.#graph, form),
        wanted,
      );
      if (left !== null) {
        const copy = new PdfStream(form, left);
        copy.delete('Filter');
        copy.delete('DecodeParms');
        this.#edited.add(copy);
        objects.set(name, this.#graph.register(copy));
      }
      this.#fromForms(getDictEntry(this.#graph, form, 'Resources'), wanted, depth + 1);
    }
  }
}

/**
 * Returns a content stream without the wanted tags, and decrements the wanted count of each one that it
 * removes. Returns null if the stream has none of them.
 */
function withoutTags(
  { graph, resources, color }: { graph: ObjectGraph; resources: PdfDict | undefined; color: TagColor | null },
  bytes: Uint8Array,
  wanted: Map<string, number>,
): Uint8Array | null {
  const { showings } = new ShownText(graph, resources, bytes);
  const colored = showings.filter(({ fill }) => color === null || isTagColor(fill, color));
  let text = '';
  const parts: ShownPart[] = [];
  for (const part of colored.flatMap((showing) => showing.parts)) {
    if (part.kind !== 'code') continue;
    const folded = part.text.replace(/[{}]/gu, '') === '' ? part.text : fold(part.text);
    text += folded;
    for (let unit = 0; unit < folded.length; unit += 1) parts.push(part);
  }
  const removed = new Set<ShownPart>();
  for (const match of text.matchAll(TAG)) {
    const folded = fold(match[1] ?? '');
    const left = wanted.get(folded) ?? 0;
    if (left === 0) continue;
    wanted.set(folded, left - 1);
    for (const part of parts.slice(match.index, match.index + match[0].length)) removed.add(part);
  }
  return removed.size === 0 ? null : removeShown(bytes, showings, removed);
}
