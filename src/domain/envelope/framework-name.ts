import type { LegalFramework } from './status.ts';

/** The names of the legal frameworks, for signers and the certificate of completion. */
export const LEGAL_FRAMEWORK_NAMES: { readonly [F in LegalFramework]: string } = {
  esign_ueta: 'ESIGN Act and UETA (United States)',
  eidas_ses: 'eIDAS simple electronic signature (European Union)',
  uk_ses: 'Simple electronic signature (United Kingdom)',
  none: 'No framework named',
  eidas_aes: 'eIDAS advanced electronic signature (European Union)',
  eidas_qes: 'eIDAS qualified electronic signature (European Union)',
};
