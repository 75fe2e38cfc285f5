import { PdfArray, PdfDict, PdfName, PdfRef, type PdfObject } from '@libpdf/core';
import {
  arrayEntry,
  dictEntry,
  follow,
  items,
  nameEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';

/** A document's layers (optional content, ISO 32000-2, 8.11) in their initial state. */
export interface Layers {
  readonly all: readonly PdfDict[];
  readonly present: boolean;
  /** The layers that are initially off. */
  readonly hidden: ReadonlySet<PdfDict>;
  readonly someHidden: boolean;
  /** Checks whether content in this group or membership dictionary is hidden. */
  hides(membership: PdfObject | undefined): boolean;
}

/** Deeper visibility expressions are treated as hostile. */
const MAX_EXPRESSION_DEPTH = 32;

/**
 * Reads which layers the default configuration shows. A layer whose usage says it is off for viewing is hidden too, as
 * in pdf.js.
 */
export function readLayers(graph: ObjectGraph): Layers {
  const properties = dictEntry(graph, graph.catalog, 'OCProperties');
  if (!properties)
    return { all: [], present: false, hidden: new Set(), someHidden: false, hides: () => false };

  const config = dictEntry(graph, properties, 'D') ?? new PdfDict();
  const groups = groupsIn(graph, arrayEntry(graph, properties, 'OCGs'));
  const hidden = new Set<PdfDict>();
  if (nameEntry(graph, config, 'BaseState') === 'OFF') for (const group of groups) hidden.add(group);
  for (const group of groupsIn(graph, arrayEntry(graph, config, 'ON'))) hidden.delete(group);
  for (const group of groupsIn(graph, arrayEntry(graph, config, 'OFF'))) hidden.add(group);
  for (const group of groups) {
    const usage = dictEntry(graph, group, 'Usage');
    const view = usage && dictEntry(graph, usage, 'View');
    if (view && nameEntry(graph, view, 'ViewState') === 'OFF') hidden.add(group);
  }

  const known = new Set(groups);
  const shown = (group: PdfDict) => !hidden.has(group);
  return {
    all: groups,
    present: true,
    hidden,
    someHidden: hidden.size > 0,
    hides(membership) {
      const dict = follow(graph, membership);
      if (!(dict instanceof PdfDict)) return false;
      if (nameEntry(graph, dict, 'Type') === 'OCMD') return !membershipShown(graph, dict, shown);
      return known.has(dict) || hidden.has(dict) ? !shown(dict) : false;
    },
  };
}

function groupsIn(graph: ObjectGraph, array: PdfArray | undefined): PdfDict[] {
  return items(array)
    .map((item) => follow(graph, item))
    .filter((item): item is PdfDict => item instanceof PdfDict);
}

/** Evaluates a membership dictionary: its expression, or else its policy (ISO 32000-2, 8.11.2.2). */
function membershipShown(graph: ObjectGraph, dict: PdfDict, shown: (group: PdfDict) => boolean): boolean {
  const expression = arrayEntry(graph, dict, 'VE');
  if (expression) return expressionShown(graph, expression, shown, 0);
  const listed = follow(graph, dict.get('OCGs'));
  const groups =
    listed instanceof PdfArray ? groupsIn(graph, listed) : listed instanceof PdfDict ? [listed] : [];
  if (groups.length === 0) return true;
  switch (nameEntry(graph, dict, 'P')) {
    case 'AllOn':
      return groups.every(shown);
    case 'AnyOff':
      return groups.some((group) => !shown(group));
    case 'AllOff':
      return groups.every((group) => !shown(group));
    default:
      return groups.some(shown);
  }
}

function expressionShown(
  graph: ObjectGraph,
  expression: PdfArray,
  shown: (group: PdfDict) => boolean,
  depth: number,
): boolean {
  if (depth > MAX_EXPRESSION_DEPTH) return true;
  const [operator, ...operands] = items(expression).map((item) => follow(graph, item));
  const values = operands.map((operand) => {
    if (operand instanceof PdfArray) return expressionShown(graph, operand, shown, depth + 1);
    return operand instanceof PdfDict ? shown(operand) : true;
  });
  switch (operator instanceof PdfName ? operator.value : '') {
    case 'And':
      return values.every(Boolean);
    case 'Or':
      return values.some(Boolean);
    case 'Not':
      return !(values[0] ?? false);
    default:
      return true;
  }
}

/** Returns the names by which a resource dictionary refers to hidden layers. */
export function hiddenNames(graph: ObjectGraph, layers: Layers, resources: PdfDict | undefined): Set<string> {
  const names = new Set<string>();
  const properties = resources && dictEntry(graph, resources, 'Properties');
  if (!properties) return names;
  for (const [key, value] of properties) {
    if ((value instanceof PdfRef || value instanceof PdfDict) && layers.hides(value)) names.add(key.value);
  }
  return names;
}
