/** An operand of a content stream: a number, a name, a string, or an array of strings and numbers. */
export type Operand =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'string'; readonly value: Uint8Array }
  | { readonly kind: 'array'; readonly value: readonly Operand[] };

const TOKEN = /[^\s()<>[\]{}/%]+/y;
const SPACE = /(?:\s|%[^\r\n]*)+/y;
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Reads the operands of an operator (ISO 32000-2, 7.3), and skips dictionaries. */
export function readOperands(bytes: Uint8Array): Operand[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const reader = new OperandReader(text);
  const operands: Operand[] = [];
  for (let operand = reader.next(); operand !== null; operand = reader.next()) operands.push(operand);
  return operands;
}

class OperandReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): Operand | null {
    this.#match(SPACE);
    const character = this.#text.charAt(this.#at);
    switch (character) {
      case '':
        return null;
      case '(':
        return { kind: 'string', value: this.#literal() };
      case '<':
        if (this.#text.charAt(this.#at + 1) !== '<') return { kind: 'string', value: this.#hex() };
        this.#at += 2;
        return this.next();
      case '[':
        this.#at += 1;
        return { kind: 'array', value: this.#items() };
      case '/':
        this.#at += 1;
        return { kind: 'name', value: parseName(this.#match(TOKEN)) };
    }
    const token = this.#match(TOKEN);
    if (token === '') this.#at += 1;
    const value = Number.parseFloat(token);
    return Number.isFinite(value) ? { kind: 'number', value } : this.next();
  }

  #items(): Operand[] {
    const items: Operand[] = [];
    for (;;) {
      this.#match(SPACE);
      if (this.#text.charAt(this.#at) === ']') {
        this.#at += 1;
        return items;
      }
      const item = this.next();
      if (item === null) return items;
      if (item.kind !== 'array') items.push(item);
    }
  }

  #literal(): Uint8Array {
    const bytes: number[] = [];
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text.charAt(this.#at);
      if (character === '\\') {
        this.#escape(bytes);
        continue;
      }
      if (character === ')') depth -= 1;
      if (depth === 0 && character === ')') break;
      if (depth > 0) bytes.push(character.charCodeAt(0));
      if (character === '(') depth += 1;
    }
    this.#at += 1;
    return Uint8Array.from(bytes);
  }

  /** Leaves the position on the escape's last character. */
  #escape(bytes: number[]): void {
    const next = this.#text.charAt(this.#at + 1);
    const [octal] = /^[0-7]{1,3}/.exec(this.#text.slice(this.#at + 1, this.#at + 4)) ?? [];
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8) & 0xff);
      this.#at += octal.length;
      return;
    }
    this.#at += 1;
    if (next === '\r' && this.#text.charAt(this.#at + 1) === '\n') this.#at += 1;
    if (next !== '\r' && next !== '\n' && next !== '') bytes.push(ESCAPES[next] ?? next.charCodeAt(0));
  }

  #hex(): Uint8Array {
    const end = this.#text.indexOf('>', this.#at);
    const to = end < 0 ? this.#text.length : end;
    const digits = this.#text.slice(this.#at + 1, to).replace(/[^0-9A-Fa-f]/g, '');
    this.#at = to + 1;
    return Uint8Array.from(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'));
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [match = ''] = pattern.exec(this.#text) ?? [];
    this.#at += match.length;
    return match;
  }
}

function parseName(token: string): string {
  return token.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
