/** On phones, Cancel stands below the main action and has no border. */
export const CANCEL_LOOK = 'max-sm:border-transparent max-sm:bg-transparent max-sm:shadow-none';
