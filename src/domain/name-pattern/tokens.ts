export const PERSON_PROPERTIES = ['name', 'email', 'company', 'title'] as const;
export type PersonProperty = (typeof PERSON_PROPERTIES)[number];

export const DATE_PARTS = ['YYYY', 'MM', 'DD'] as const;
export type DatePart = (typeof DATE_PARTS)[number];

type TokenFacts = {
  /** What follows the colon within the braces, if there is a colon. */
  readonly argument: 'none' | 'optional date pattern' | 'prefill key' | 'role and property';
  readonly example: string;
};

/** Every token of name patterns. */
export const NAME_TOKENS = {
  template_name: { argument: 'none', example: '{template_name}' },
  recipient_name: { argument: 'none', example: '{recipient_name}' },
  recipient_company: { argument: 'none', example: '{recipient_company}' },
  recipient_email: { argument: 'none', example: '{recipient_email}' },
  recipient_title: { argument: 'none', example: '{recipient_title}' },
  sender_org: { argument: 'none', example: '{sender_org}' },
  sender_name: { argument: 'none', example: '{sender_name}' },
  date: { argument: 'optional date pattern', example: '{date:YYYY-MM}' },
  prefill: { argument: 'prefill key', example: '{prefill:contract_number}' },
  role: { argument: 'role and property', example: '{role:client.company}' },
} as const satisfies Record<string, TokenFacts>;
export type NameToken = keyof typeof NAME_TOKENS;

/** Tokens that take no argument. */
export type PlainToken = {
  [T in NameToken]: (typeof NAME_TOKENS)[T]['argument'] extends 'none' ? T : never;
}[NameToken];
