import { PDF } from '@libpdf/core';
import type { DocumentNotice } from '#domain/document/notices.ts';
import { onePage } from './pdf.ts';

const ATTACHED = [
  '<</Type /Filespec /F (a.txt) /EF <</F 7 0 R>>>>',
  { dict: '/Type /EmbeddedFile', stream: 'attached' },
];
const LAYERS = ['<</Type /OCG /Name (shown)>>', '<</Type /OCG /Name (hidden)>>'];

/** PDFs with one kind of thing each that intake changes, and the notices about it. */
export const NOTICED_DOCUMENTS: readonly (readonly [
  string,
  () => Promise<Uint8Array>,
  readonly DocumentNotice[],
])[] = [
  ['a plain page', async () => onePage({ text: 'Agreement' }), []],
  ['an owner password', ownerPassword, [{ code: 'encryption', count: null }]],
  [
    'a script',
    async () => onePage({ catalog: '/Names <</JavaScript <</Names [(a) <</S /JavaScript /JS (1)>>]>>>>' }),
    [{ code: 'javascript', count: null }],
  ],
  [
    'an action',
    async () => onePage({ page: '/AA <</O <</S /Launch /F (a)>>>>' }),
    [{ code: 'actions', count: null }],
  ],
  [
    'an attachment in the name tree and in a list',
    async () =>
      onePage({
        catalog: '/Names <</EmbeddedFiles <</Kids [<</Names [(a) 6 0 R]>>]>>>> /AF [6 0 R]',
        objects: ATTACHED,
      }),
    [{ code: 'embedded_files', count: 1 }],
  ],
  [
    'a static XFA form',
    async () => onePage({ catalog: '/AcroForm <</Fields [] /XFA [(template) 6 0 R]>>', objects: [XFA] }),
    [{ code: 'xfa', count: null }],
  ],
  [
    'layers',
    async () =>
      onePage({ catalog: '/OCProperties <</OCGs [6 0 R 7 0 R] /D <</OFF [7 0 R]>>>>', objects: LAYERS }),
    [
      { code: 'hidden_layers', count: 1 },
      { code: 'layers', count: 2 },
    ],
  ],
  [
    'a portfolio',
    async () => onePage({ catalog: '/Collection <</Type /Collection>>' }),
    [{ code: 'portfolio', count: null }],
  ],
  [
    'a form, one of whose fields has two widgets',
    async () =>
      onePage({
        catalog: '/AcroForm <</Fields [6 0 R 7 0 R 8 0 R]>>',
        page: '/Annots [6 0 R 7 0 R 8 0 R]',
        objects: ['name', 'date', 'name'].map(
          (name, at) =>
            `<</Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [10 ${10 + 30 * at} 100 ${30 + 30 * at}]>>`,
        ),
      }),
    [{ code: 'form_fields', count: 2 }],
  ],
  [
    'a note with its window',
    async () =>
      onePage({
        page: '/Annots [6 0 R 7 0 R]',
        objects: [
          '<</Type /Annot /Subtype /Square /Rect [5 5 20 20] /C [1 0 0] /Popup 7 0 R>>',
          '<</Type /Annot /Subtype /Popup /Rect [30 30 90 90] /Parent 6 0 R>>',
        ],
      }),
    [{ code: 'annotations', count: 1 }],
  ],
];

const XFA = { dict: '', stream: '<template xmlns="http://www.xfa.org/schema/xfa-template/2.8/"/>' };

/** A form that is laid out when it's opened. Its page only says which software to use. */
export function dynamicForm(): Uint8Array {
  return onePage({
    text: 'Please wait...',
    catalog: '/NeedsRendering true /AcroForm <</Fields [] /XFA [(template) 6 0 R]>>',
    objects: [XFA],
  });
}

async function ownerPassword(): Promise<Uint8Array> {
  const pdf = await PDF.load(onePage({ text: 'Agreement' }));
  pdf.setProtection({ userPassword: '', ownerPassword: 'owner' });
  return await pdf.save();
}
