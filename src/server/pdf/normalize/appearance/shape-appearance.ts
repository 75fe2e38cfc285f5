import { PdfArray, type PdfDict } from '@libpdf/core';
import { createRectangle, type Rectangle } from '#domain/field/geometry.ts';
import {
  getArrayEntry,
  getDictEntry,
  getEntry,
  listItems,
  getNumberEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { readNumbers } from '#server/pdf/engine/page-geometry.ts';

/** Operators in user space, and whether they multiply with what is below, as a highlighter does. */
export interface Shape {
  readonly operators: string;
  readonly opacity: number;
  readonly multiply: boolean;
  /** What the operators cover, if not the annotation's own rectangle. */
  readonly bounds: Rectangle | null;
}

/** Distance of a circle's control points: 4/3 · (√2 − 1). */
const ARC = 0.5523;

/**
 * Returns what viewers draw for a markup annotation without an appearance (ISO 32000-2, 12.5.6.6 to
 * 12.5.6.13); null for those that show nothing.
 */
export function drawShape(graph: ObjectGraph, annotation: PdfDict, subtype: string): Shape | null {
  const stroke = annotation.has('C') ? formatColor(graph, annotation, 'C', ['G', 'RG', 'K']) : '0 G';
  const fill = formatColor(graph, annotation, 'IC', ['g', 'rg', 'k']);
  const width = getBorderWidth(graph, annotation) ?? (subtype === 'Link' ? 0 : 1);
  const opacity = getNumberEntry(graph, annotation, 'CA') ?? 1;
  const paint = fill && stroke && width > 0 ? 'B' : fill ? 'f' : stroke && width > 0 ? 'S' : 'n';
  const pen = [stroke ?? '', fill ?? '', `${width} w`].join('\n');
  const drawLine = (points: readonly number[][], closed: boolean): Shape | null => {
    const paths = points.map(formatPolyline).filter((path) => path !== '');
    if (paths.length === 0 || !stroke) return null;
    // As in pdf.js, a line of zero width is drawn, and one outside its rectangle isn't cut off.
    const thick = [stroke, fill ?? '', `${width || 1} w`].join('\n');
    const operators = `${thick}\n${paths.join('\n')}\n${closed ? `h ${fill ? 'B' : 'S'}` : 'S'}`;
    return { ...shape(operators, opacity), bounds: getBounds(points.flat(), width || 1) };
  };
  switch (subtype) {
    case 'Highlight': {
      const marker = formatColor(graph, annotation, 'C', ['g', 'rg', 'k']);
      const quads = readQuadPoints(graph, annotation);
      if (!marker || quads.length === 0) return null;
      const paths = quads.map(
        ([x1, y1, x2, y2, x3, y3, x4, y4]) => `${x1} ${y1} m ${x2} ${y2} l ${x4} ${y4} l ${x3} ${y3} l h f`,
      );
      return { operators: `${marker}\n${paths.join('\n')}`, opacity, multiply: true, bounds: null };
    }
    case 'Underline':
    case 'Squiggly':
      return drawTextLine(graph, annotation, stroke, opacity, 0.08);
    case 'StrikeOut':
      return drawTextLine(graph, annotation, stroke, opacity, 0.5);
    case 'Link':
    case 'Square':
    case 'Circle': {
      const [x1, y1, x2, y2] = readRectangle(graph, annotation);
      const half = width / 2;
      const box = [x1 + half, y1 + half, x2 - half, y2 - half] as const;
      if (paint === 'n') return null;
      return shape(
        `${pen}\n${subtype === 'Circle' ? formatEllipse(box) : formatRectangle(box)} ${paint}`,
        opacity,
      );
    }
    case 'Line':
      return drawLine([readNumberList(graph, annotation, 'L')], false);
    case 'PolyLine':
      return drawLine([readNumberList(graph, annotation, 'Vertices')], false);
    case 'Polygon':
      return drawLine([readNumberList(graph, annotation, 'Vertices')], true);
    case 'Ink': {
      const strokes = listItems(getArrayEntry(graph, annotation, 'InkList')).map((list) => {
        const points = list.type === 'ref' ? graph.resolve(list) : list;
        return points instanceof PdfArray ? keepKnown(readNumbers(points, graph.resolve)) : [];
      });
      return drawLine(strokes, false);
    }
    default:
      return null;
  }
}

function shape(operators: string, opacity: number): Shape {
  return { operators, opacity, multiply: false, bounds: null };
}

/** Draws a line along each quadrilateral, at a share of its height from the bottom. */
function drawTextLine(
  graph: ObjectGraph,
  annotation: PdfDict,
  stroke: string | null,
  opacity: number,
  share: number,
): Shape | null {
  const quads = readQuadPoints(graph, annotation);
  if (!stroke || quads.length === 0) return null;
  const paths = quads.map(([x1, y1, x2, y2, x3, y3, x4, y4]) => {
    const left = `${x3 + (x1 - x3) * share} ${y3 + (y1 - y3) * share}`;
    return `${left} m ${x4 + (x2 - x4) * share} ${y4 + (y2 - y4) * share} l S`;
  });
  return shape(`${stroke}\n1 w\n${paths.join('\n')}`, opacity);
}

type Quad = [number, number, number, number, number, number, number, number];

function readQuadPoints(graph: ObjectGraph, annotation: PdfDict): Quad[] {
  const numbers = readNumberList(graph, annotation, 'QuadPoints');
  const quads: Quad[] = [];
  for (let start = 0; start + 8 <= numbers.length; start += 8)
    quads.push(numbers.slice(start, start + 8) as Quad);
  return quads;
}

function formatColor(
  graph: ObjectGraph,
  annotation: PdfDict,
  key: string,
  operators: string[],
): string | null {
  const components = readNumberList(graph, annotation, key);
  const [gray, rgb, cmyk] = operators;
  if (components.length === 1) return `${components.join(' ')} ${gray}`;
  if (components.length === 3) return `${components.join(' ')} ${rgb}`;
  return components.length === 4 ? `${components.join(' ')} ${cmyk}` : null;
}

/** Returns the border width from the border style, or else the border array (ISO 32000-2, 12.5.4). */
export function getBorderWidth(graph: ObjectGraph, annotation: PdfDict): number | null {
  const style = getDictEntry(graph, annotation, 'BS');
  if (style) return Math.max(0, getNumberEntry(graph, style, 'W') ?? 1);
  const border = getEntry(graph, annotation, 'Border');
  if (!(border instanceof PdfArray)) return null;
  return Math.max(0, readNumbers(border, graph.resolve)[2] ?? 1);
}

function readRectangle(graph: ObjectGraph, annotation: PdfDict): [number, number, number, number] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = readNumberList(graph, annotation, 'Rect');
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

function formatRectangle([x1, y1, x2, y2]: readonly [number, number, number, number]): string {
  return `${x1} ${y1} ${x2 - x1} ${y2 - y1} re`;
}

function formatEllipse([x1, y1, x2, y2]: readonly [number, number, number, number]): string {
  const [rx, ry] = [(x2 - x1) / 2, (y2 - y1) / 2];
  const [cx, cy] = [x1 + rx, y1 + ry];
  const [kx, ky] = [rx * ARC, ry * ARC];
  return [
    `${cx + rx} ${cy} m`,
    `${cx + rx} ${cy + ky} ${cx + kx} ${cy + ry} ${cx} ${cy + ry} c`,
    `${cx - kx} ${cy + ry} ${cx - rx} ${cy + ky} ${cx - rx} ${cy} c`,
    `${cx - rx} ${cy - ky} ${cx - kx} ${cy - ry} ${cx} ${cy - ry} c`,
    `${cx + kx} ${cy - ry} ${cx + rx} ${cy - ky} ${cx + rx} ${cy} c h`,
  ].join('\n');
}

function getBounds(numbers: readonly number[], margin: number): Rectangle {
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  const getLeast = (values: readonly number[]) =>
    values.reduce((one, other) => Math.min(one, other), Infinity);
  const getMost = (values: readonly number[]) =>
    values.reduce((one, other) => Math.max(one, other), -Infinity);
  return createRectangle(
    getLeast(xs) - margin,
    getLeast(ys) - margin,
    getMost(xs) + margin,
    getMost(ys) + margin,
  );
}

function formatPolyline(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2)
    parts.push(`${numbers[index]} ${numbers[index + 1]} ${index === 0 ? 'm' : 'l'}`);
  return parts.length > 1 ? parts.join(' ') : '';
}

function readNumberList(graph: ObjectGraph, dict: PdfDict, key: string): number[] {
  const array = getArrayEntry(graph, dict, key);
  return array ? keepKnown(readNumbers(array, graph.resolve)) : [];
}

function keepKnown(numbers: readonly (number | undefined)[]): number[] {
  return numbers.filter((value) => value !== undefined);
}
