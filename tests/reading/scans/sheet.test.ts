import { expect, it } from 'vitest';
import type { Quad } from '#reading/page/page-facts.ts';
import { projectPoint, projectSquare } from '#reading/scans/projection.ts';
import { findSheet, flattenSheet } from '#reading/scans/sheet.ts';
import { takePhoto } from '../../../scripts/detection/damage.ts';

const [WIDTH, HEIGHT] = [850, 1100];

/** White paper with rows of ink, and one mark in the middle of its upper left quarter. */
function drawPaper() {
  const values = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (let row = 300; row < 900; row += 20)
    for (let line = row; line < row + 6; line += 1) values.fill(30, line * WIDTH + 100, line * WIDTH + 750);
  for (let row = 270; row < 280; row += 1) values.fill(0, row * WIDTH + 207, row * WIDTH + 218);
  return { width: WIDTH, height: HEIGHT, values, scale: 100 / 72 };
}

const CORNERS: Quad = [
  [0.1, 0.07],
  [0.93, 0.12],
  [0.88, 0.9],
  [0.06, 0.95],
];

it('finds the corners of a sheet on a table to within two pixels', async () => {
  const found = findSheet(await takePhoto(drawPaper(), CORNERS));
  for (const [index, [x, y]] of CORNERS.entries()) {
    expect(Math.abs((found?.[index]?.[0] ?? 9) - x) * WIDTH).toBeLessThan(2);
    expect(Math.abs((found?.[index]?.[1] ?? 9) - y) * HEIGHT).toBeLessThan(2);
  }
});

it('finds no sheet in a scan, on a dark picture or in noise', () => {
  const paper = drawPaper();
  expect(findSheet(paper)).toBeNull();
  const dimmed = paper.values.map((value, at) => value * (0.75 - 0.3 * ((at % WIDTH) / WIDTH)));
  expect(findSheet({ ...paper, values: dimmed })).toBeNull();
  const headed = paper.values.map((value, at) => (at < WIDTH * 200 ? 20 : value));
  expect(findSheet({ ...paper, values: headed })).toBeNull();
  expect(findSheet({ ...paper, values: paper.values.map(() => 40) })).toBeNull();
  let state = 7;
  const noise = paper.values.map(() => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24);
  expect(findSheet({ ...paper, values: noise })).toBeNull();
  expect(findSheet({ width: 1, height: 1, values: new Uint8Array(1), scale: 1 })).toBeNull();
});

it('flattens a sheet so that what is on it is where it was', async () => {
  const flat = flattenSheet(await takePhoto(drawPaper(), CORNERS), CORNERS);
  expect(flat.width / flat.height).toBeCloseTo(WIDTH / HEIGHT, 2);
  const at = Math.round(0.25 * flat.height) * flat.width + Math.round(0.25 * flat.width);
  expect(flat.values[at]).toBeLessThan(110);
  expect(flat.values[at + 20]).toBeGreaterThan(110);
});

it('projects the corners of a square to those of a sheet', () => {
  const projection = projectSquare(CORNERS);
  expect(projectPoint(projection, [1, 0])[0]).toBeCloseTo(0.93);
  expect(projectPoint(projection, [0, 1])[1]).toBeCloseTo(0.95);
});
