import { SaxesParser } from 'saxes';

type Attributes = Readonly<Record<string, string>>;
type Handlers = {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string, name: string) => void;
  readonly close?: (name: string) => void;
};

/** Reads XML by local names. The parser knows no entities except XML's own, so nothing can expand. */
export function readParts(xml: string, { open, text, close }: Handlers): void {
  if (xml === '') return;
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    path.push(getLocalName(name));
    open?.(
      getLocalName(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [getLocalName(key), value])),
    );
  });
  parser.on('text', (value) => text?.(value, path.at(-1) ?? ''));
  parser.on('closetag', ({ name }) => {
    path.pop();
    close?.(getLocalName(name));
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

function getLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
