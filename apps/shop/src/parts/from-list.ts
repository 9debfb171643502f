/** What a brand's page is told by a list: the way back is one step of the history, to the same place. */
export const fromList = { fromList: true };

/** Whether the state of a location is the above. */
export const isFromList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromList' in state && state.fromList === true;
