/** Cancel stands below the main action on phones, without a border. */
export const CANCEL_LOOK = 'max-sm:border-transparent max-sm:bg-transparent max-sm:shadow-none';
