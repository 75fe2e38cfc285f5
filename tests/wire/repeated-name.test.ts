import { describe, expect, it } from 'vitest';
import { findRepeatedName } from '#wire/repeated-name.ts';

describe('the first repeated name', () => {
  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":1,"b":{"c":[0,{"d":1,"d":1}]},"a":2}', '/b/c/1/d'],
    ['[[],{"x":"}","x":"{"}]', '/1/x'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['{"":1,"":2}', '/'],
    ['{"a/b":1,"a/b":2}', '/a~1b'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
    ['{"a\\"":[1,2],"a\\"":0}', '/a"'],
    [' { "a" : "\\\\" , "a" : 2 } ', '/a'],
  ])('of %s is at %s', (json, pointer) => {
    expect(findRepeatedName(json)).toBe(pointer);
  });

  it.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":["a","a"]}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"\\"a\\":1,","b":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":"\\\\","A":1}',
    '"a"',
    '[]',
    'null',
  ])('is missing in %s', (json) => {
    expect(findRepeatedName(json)).toBeNull();
  });
});
