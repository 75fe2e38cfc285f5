import {
  renderBlank,
  pickCaption,
  emptyCell,
  pickFollowers,
  label,
  renderLineCell,
  type Sample,
  type SampleParty,
} from './blanks.ts';

/** Draws the part of a contract where it's signed. */
export type Layout = (sample: Sample) => string;

const renderHeading = ({ dice }: Sample, { name, role }: SampleParty): string => {
  const plain = dice.one([
    name,
    name.toUpperCase(),
    `${role}: ${name}`,
    `${role.toUpperCase()}:<br>${name}`,
    `${role.toUpperCase()}`,
    `“${role}”<br>${name}`,
    `${name} (“${role}”)`,
    `${name},<br>as ${role}`,
  ]);
  return dice.is(0.5) ? `<b>${plain}</b>` : plain;
};

/** Blocks side by side in a table without borders. */
const renderBeside = (blocks: readonly string[], gap: number) =>
  `<table><tr>${blocks.map((block) => `<td style="vertical-align:top;padding-right:${gap}px">${block}</td>`).join('')}</tr></table>`;

const arrangeBlocks = (sample: Sample, blocks: readonly string[]) => {
  const inColumns = sample.dice.is(0.5) && blocks.length === 2;
  const margin = sample.dice.one([0, 0, 260, 300]);
  return inColumns
    ? renderBeside(blocks, sample.dice.between(30, 70))
    : blocks
        .map((block) => `<div style="margin:0 0 ${sample.dice.between(14, 34)}px ${margin}px">${block}</div>`)
        .join('');
};

const renderParties = (sample: Sample, block: (party: SampleParty) => string) =>
  arrangeBlocks(sample, sample.parties.map(block));

/** By: ____, Name: ____, Title: ____ under a heading. */
const renderLabeledLines: Layout = (sample) => {
  const { dice } = sample;
  const [rows, width, spacing] = [
    pickFollowers(sample),
    dice.between(150, 250),
    dice.one([1.1, 1.3, 1.7, 2.2]),
  ];
  const labels = [label(sample, 'signature'), ...rows.map((kind) => label(sample, kind))];
  return renderParties(sample, (party) => {
    const lines = (['signature', ...rows] as const).map(
      (kind, index) =>
        `<div style="line-height:${spacing}">${labels[index]} ${renderBlank(sample, { kind, party }, { width })}</div>`,
    );
    return `<p>${renderHeading(sample, party)}</p>${lines.join('')}`;
  });
};

/** A table whose cells have only a bottom border, as in filings. */
const renderLineCells: Layout = (sample) => {
  const { dice } = sample;
  const [rows, width] = [pickFollowers(sample), dice.between(170, 300)];
  const names = [label(sample, 'signature'), ...rows.map((kind) => label(sample, kind))];
  return renderParties(sample, (party) => {
    const title = dice.is(0.7)
      ? `<tr><td colspan="2">${renderHeading(sample, party)}</td></tr>${dice.is(0.5) ? '<tr><td>&nbsp;</td></tr>' : ''}`
      : '';
    const body = (['signature', ...rows] as const).map(
      (kind, index) =>
        `<tr><td style="padding-right:8px;white-space:nowrap">${names[index]}</td>${renderLineCell({ kind, party }, width)}</tr>`,
    );
    return title === ''
      ? `<p>${renderHeading(sample, party)}</p><table>${body.join('')}</table>`
      : `<table>${title}${body.join('')}</table>`;
  });
};

/** The signature has a line; name and title are already printed. */
const renderPrintedSigner: Layout = (sample) => {
  const width = sample.dice.between(180, 300);
  const [isLabeled, hasDate] = [sample.dice.is(0.6), sample.dice.is(0.4)];
  return renderParties(sample, (party) => {
    const signer = isLabeled
      ? `<div>${label(sample, 'name')} ${party.person}</div><div>${label(sample, 'title')} ${party.position}</div>`
      : `<div style="padding-left:30px">${party.person}</div><div style="padding-left:30px">${party.position}</div>`;
    const date = hasDate
      ? `<div>${label(sample, 'date')} ${renderBlank(sample, { kind: 'date', party }, { width: width * 0.8 })}</div>`
      : '';
    return `<p>${renderHeading(sample, party)}</p><div style="margin-top:14px">${label(sample, 'signature')} ${renderBlank(sample, { kind: 'signature', party }, { width })}</div>${signer}${date}`;
  });
};

/** The signature has a line; name and title have only labels. */
const renderBareLabels: Layout = (sample) => {
  const [width, rows] = [sample.dice.between(180, 280), pickFollowers(sample).slice(0, 3)];
  const names = rows.map((kind) => `${label(sample, kind).replace(/\s?:$/, '')}:`);
  return renderParties(
    sample,
    (party) =>
      `<p>${renderHeading(sample, party)}</p><div>${label(sample, 'signature')} ${renderBlank(sample, { kind: 'signature', party }, { width })}</div>${rows
        .map(
          (kind, index) =>
            `<div>${names[index]} ${renderBlank(sample, { kind, party }, { width: 160, mark: 'none' })}</div>`,
        )
        .join('')}`,
  );
};

/** Each line has its label underneath. */
const renderCaptionsUnder: Layout = (sample) => {
  const { dice } = sample;
  const [rows, width, size] = [pickFollowers(sample).slice(0, 3), dice.between(200, 290), dice.one([1, 0.8])];
  const names = [pickCaption(sample, 'signature'), ...rows.map((kind) => pickCaption(sample, kind))];
  const dressed = dice.one([(word: string) => word, (word: string) => `(${word})`]);
  return renderParties(sample, (party) => {
    const lines = (['signature', ...rows] as const).map(
      (kind, index) =>
        `<div style="margin-top:${dice.between(10, 24)}px">${renderBlank(sample, { kind, party }, { width })}</div><div style="font-size:${size}em">${dressed(names[index] ?? '')}</div>`,
    );
    return `<p>${renderHeading(sample, party)}</p>${lines.join('')}`;
  });
};

/** A line for the signature and a shorter one for the date in the same row, labeled underneath. */
const renderSignatureAndDate: Layout = (sample) => {
  const { dice } = sample;
  const dateFirst = dice.is(0.25);
  const [wide, narrow] = [dice.between(220, 320), dice.between(90, 150)];
  const whose = dice.one([
    (party: SampleParty) => party.name,
    (party: SampleParty) => `${party.name}, ${party.role}`,
    (party: SampleParty) => party.role,
    (party: SampleParty) => `${pickCaption(sample, 'signature')} (${party.role})`,
    (party: SampleParty) => party.person,
  ]);
  const date = pickCaption(sample, 'date');
  return sample.parties
    .map((party) => {
      const cells = [
        [renderBlank(sample, { kind: 'signature', party }, { width: wide }), whose(party)],
        [renderBlank(sample, { kind: 'date', party }, { width: narrow }), date],
      ] as const;
      const ordered = dateFirst ? cells.toReversed() : cells;
      return `<table style="margin-top:26px"><tr>${ordered.map(([line]) => `<td style="padding-right:30px">${line}</td>`).join('')}</tr><tr>${ordered.map(([, under]) => `<td>${under}</td>`).join('')}</tr></table>`;
    })
    .join('');
};

/** A table with a column for each party. */
const renderPartyColumns: Layout = (sample) => {
  const rows = (['signature', ...pickFollowers(sample)] as const).map((kind) => ({
    kind,
    name: label(sample, kind),
  }));
  const height = sample.dice.between(24, 44);
  const head = `<tr><td></td>${sample.parties.map((party) => `<td><b>${party.name}</b></td>`).join('')}</tr>`;
  const body = rows.map(
    ({ kind, name }) =>
      `<tr style="height:${height}px"><td>${name}</td>${sample.parties.map((party) => emptyCell({ kind, party })).join('')}</tr>`,
  );
  return `<table class="grid" style="width:640px">${head}${body.join('')}</table>`;
};

/** A table with a row for each party and column headings for name, signature and date. */
const renderPartyRows: Layout = (sample) => {
  const kinds = (['name', 'title', 'signature', 'date'] as const).filter(
    (kind) => kind === 'signature' || sample.dice.is(0.7),
  );
  const height = sample.dice.between(28, 46);
  const head = `<tr><td></td>${kinds.map((kind) => `<td><b>${pickCaption(sample, kind)}</b></td>`).join('')}</tr>`;
  const body = sample.parties.map(
    (party) =>
      `<tr style="height:${height}px"><td>${sample.dice.is(0.5) ? party.name : party.role}</td>${kinds.map((kind) => emptyCell({ kind, party })).join('')}</tr>`,
  );
  return `<table class="grid" style="width:640px">${head}${body.join('')}</table>`;
};

/** "SIGNED by ) for and on behalf of ) ____", as in deeds. */
const renderDeed: Layout = (sample) =>
  sample.parties
    .map(
      (party) =>
        `<table style="margin-top:24px"><tr><td style="width:300px">SIGNED by ${sample.dice.is(0.5) ? party.person : 'a duly authorised signatory'}<br>for and on behalf of<br><b>${party.name.toUpperCase()}</b></td><td style="padding-right:20px">)<br>)<br>)</td><td style="vertical-align:bottom">${renderBlank(sample, { kind: 'signature', party }, { width: 240 })}${sample.dice.is(0.6) ? `<br>${sample.dice.one(['Director', 'Authorised Signatory', 'Signature'])}` : ''}</td></tr></table>`,
    )
    .join('');

/** People who sign for themselves, named under their lines. */
const renderIndividuals: Layout = (sample) =>
  renderParties(sample, (party) => {
    const under = sample.dice.one([
      party.person,
      `${party.person}, individually`,
      party.person.toUpperCase(),
      `${party.person}<br>${party.role}`,
      `${party.role}`,
    ]);
    return `<div style="margin-top:30px">${renderBlank(sample, { kind: 'signature', party }, { width: 270 })}</div><div>${under}</div>`;
  });

/** The party's words under a line that has no other label: "Signature of Tenant". */
const renderCaptionedRoles: Layout = (sample) =>
  renderParties(
    sample,
    (party) =>
      `<div style="margin-top:34px">${renderBlank(sample, { kind: 'signature', party }, { width: 260 })}</div><div>${sample.dice.one([`${pickCaption(sample, 'signature')} ${party.role}`, `${party.role}`, `(${party.role})`, `${party.name}`])}</div>`,
  );

/** Place and date, then the signature, as in continental contracts. */
const placeAndDate: Layout = (sample) => {
  const { dice, words } = sample;
  const [place, date] = [
    dice.one(words.place).replace(/\s?:$/, ''),
    words.date[0]?.replace(/\s?:$/, '') ?? '',
  ];
  const isUnder = dice.is(0.6);
  const width = dice.between(200, 260);
  return renderParties(sample, (party) => {
    const [when, sign] = [
      renderBlank(sample, { kind: 'date', party }, { width }),
      renderBlank(sample, { kind: 'signature', party }, { width }),
    ];
    const who = dice.one([
      `${pickCaption(sample, 'signature')} ${party.role}`,
      pickCaption(sample, 'signature'),
    ]);
    const head = `<p><b>${dice.one([party.role, dice.one(words.behalf).replace('{a}', party.name), party.name])}</b></p>`;
    return isUnder
      ? `${head}<div style="margin-top:24px">${when}</div><div>${place}, ${date}</div><div style="margin-top:30px">${sign}</div><div>${who}</div>`
      : `${head}<div style="margin-top:14px">${place}, ${date}: ${when}</div><div style="margin-top:14px">${label(sample, 'signature')} ${sign}</div>`;
  });
};

/** "For and on behalf of …", then the lines. */
const onBehalf: Layout = (sample) => {
  const [rows, width] = [pickFollowers(sample), sample.dice.between(180, 260)];
  const template = sample.dice.one(sample.words.behalf);
  return renderParties(
    sample,
    (party) =>
      `<p>${template.replace('{a}', `<b>${party.name}</b>`)}</p>${(['signature', ...rows] as const)
        .map(
          (kind) =>
            `<div style="margin-top:8px">${label(sample, kind)} ${renderBlank(sample, { kind, party }, { width })}</div>`,
        )
        .join('')}`,
  );
};

export const COMMON_LAYOUTS = {
  labeledLines: renderLabeledLines,
  lineCells: renderLineCells,
  printedSigner: renderPrintedSigner,
  bareLabels: renderBareLabels,
  captionsUnder: renderCaptionsUnder,
  signatureAndDate: renderSignatureAndDate,
  partyColumns: renderPartyColumns,
  partyRows: renderPartyRows,
  deed: renderDeed,
  individuals: renderIndividuals,
  captionedRoles: renderCaptionedRoles,
  placeAndDate,
  onBehalf,
} satisfies Record<string, Layout>;
