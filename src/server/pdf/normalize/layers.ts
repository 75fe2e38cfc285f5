import { PdfArray, PdfDict, PdfName, PdfRef, type PdfObject } from '@libpdf/core';
import {
  getArrayEntry,
  getDictEntry,
  follow,
  listItems,
  getNameEntry,
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
 * Reads which layers the default configuration shows. Like pdf.js, it also hides a layer whose usage says
 * that it is off for viewing.
 */
export function readLayers(graph: ObjectGraph): Layers {
  const properties = getDictEntry(graph, graph.catalog, 'OCProperties');
  if (!properties)
    return { all: [], present: false, hidden: new Set(), someHidden: false, hides: () => false };

  const config = getDictEntry(graph, properties, 'D') ?? new PdfDict();
  const groups = listGroups(graph, getArrayEntry(graph, properties, 'OCGs'));
  const hidden = new Set<PdfDict>();
  if (getNameEntry(graph, config, 'BaseState') === 'OFF') for (const group of groups) hidden.add(group);
  for (const group of listGroups(graph, getArrayEntry(graph, config, 'ON'))) hidden.delete(group);
  for (const group of listGroups(graph, getArrayEntry(graph, config, 'OFF'))) hidden.add(group);
  for (const group of groups) {
    const usage = getDictEntry(graph, group, 'Usage');
    const view = usage && getDictEntry(graph, usage, 'View');
    if (view && getNameEntry(graph, view, 'ViewState') === 'OFF') hidden.add(group);
  }

  const known = new Set(groups);
  const isShown = (group: PdfDict) => !hidden.has(group);
  return {
    all: groups,
    present: true,
    hidden,
    someHidden: hidden.size > 0,
    hides(membership) {
      const dict = follow(graph, membership);
      if (!(dict instanceof PdfDict)) return false;
      if (getNameEntry(graph, dict, 'Type') === 'OCMD') return !isMembershipShown(graph, dict, isShown);
      return known.has(dict) || hidden.has(dict) ? !isShown(dict) : false;
    },
  };
}

function listGroups(graph: ObjectGraph, array: PdfArray | undefined): PdfDict[] {
  return listItems(array)
    .map((item) => follow(graph, item))
    .filter((item): item is PdfDict => item instanceof PdfDict);
}

/**
 * Evaluates a membership dictionary by its visibility expression, or by its policy if it has none (ISO
 * 32000-2, 8.11.2.2).
 */
function isMembershipShown(graph: ObjectGraph, dict: PdfDict, shown: (group: PdfDict) => boolean): boolean {
  const expression = getArrayEntry(graph, dict, 'VE');
  if (expression) return isExpressionShown(graph, expression, shown, 0);
  const listed = follow(graph, dict.get('OCGs'));
  const groups =
    listed instanceof PdfArray ? listGroups(graph, listed) : listed instanceof PdfDict ? [listed] : [];
  if (groups.length === 0) return true;
  switch (getNameEntry(graph, dict, 'P')) {
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

function isExpressionShown(
  graph: ObjectGraph,
  expression: PdfArray,
  shown: (group: PdfDict) => boolean,
  depth: number,
): boolean {
  if (depth > MAX_EXPRESSION_DEPTH) return true;
  const [operator, ...operands] = listItems(expression).map((item) => follow(graph, item));
  const values = operands.map((operand) => {
    if (operand instanceof PdfArray) return isExpressionShown(graph, operand, shown, depth + 1);
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
export function listHiddenNames(
  graph: ObjectGraph,
  layers: Layers,
  resources: PdfDict | undefined,
): Set<string> {
  const names = new Set<string>();
  const properties = resources && getDictEntry(graph, resources, 'Properties');
  if (!properties) return names;
  for (const [key, value] of properties) {
    if ((value instanceof PdfRef || value instanceof PdfDict) && layers.hides(value)) names.add(key.value);
  }
  return names;
}
