import { expect, it } from 'vitest';
import { countFitting, fitValue, getTextRoom } from '#domain/field/value/fit.ts';
import { fitText } from '#server/pdf/drawing/text/fit.ts';

const PAGE = { width: 595, height: 842 };
const VALUES = [
  'Maximiliane Alexandra von Hohenzollern-Sigmaringen',
  'International Business Machines Corporation (Deutschland) GmbH & Co. KG',
  'MANAGING DIRECTOR AND CHAIRMAN OF THE BOARD',
  'ada.lovelace.of.the.analytical.engine@example.org',
  'Дмитрий Дмитриевич Шостакович-Рахманинов',
  'محمد عبد الله الشريف الإدريسي الحسني',
  'שרה בת־אל כהן לוי ירושלמי',
  'श्रीमती प्रियंका चतुर्वेदी',
  'สมชาย ใจดีวงศ์ สุวรรณภูมิ',
  '李小龍 鈴木一郎 田中花子',
  '12345 67890 12345',
];

it.each(VALUES)(
  'draws what the signer’s page let through in at least 6 points, with its lines: %s',
  (value) => {
    for (const [width, height] of [
      [0.3, 0.02],
      [0.2, 0.028],
      [0.15, 0.03],
      [0.1, 0.04],
    ] as const) {
      const field = { type: 'text', comb: null, fontSize: null, width, height } as const;
      const most = countFitting(field, value, PAGE);
      const text = most === null ? value : value.slice(0, most);
      const { box, ...sizes } = getTextRoom({ width: width * 595, height: height * 842 }, 1, null);
      const drawn = fitText(text, 'regular', box, sizes);
      expect(drawn).toMatchObject({ isTooLong: false });
      expect(drawn.size).toBeGreaterThanOrEqual(6);
      const said = fitValue(field, text, PAGE)?.lines.length ?? 0;
      expect(Math.abs(drawn.lines.length - said)).toBeLessThanOrEqual(1);
    }
  },
);
