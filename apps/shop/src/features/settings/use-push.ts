import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PushState, readPush, ServiceFailed, switchOff, switchOn } from './browser-push.ts';

const pushQuery = (publicKey: string | undefined) =>
  queryOptions({
    queryKey: ['push', publicKey],
    queryFn: () => readPush(publicKey),
    // The browser's settings change it, too: every visit reads it.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

interface Outcome {
  readonly state: PushState;
  readonly wanted: boolean;
}

/** What the last change has come to. */
function wordsOf({ state, wanted }: Outcome): string | undefined {
  if (state === 'on') return text('settings.push.turnedOn');
  if (state === 'off')
    return wanted ? text('settings.push.dismissed') : text('settings.push.turnedOff');
  return undefined;
}

const problemOf = (error: Error): string =>
  error instanceof ServiceFailed ? text('settings.push.serviceFailed') : messageOf(error);

/** The state of this browser's notifications, and a function that changes it. */
export function usePush(publicKey: string | undefined) {
  const client = useQueryClient();
  const options = pushQuery(publicKey);
  const query = useQuery(options);
  const { queryKey } = options;
  /** A reading that began before the change would overwrite it. */
  const store = async (state: PushState) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, state);
  };
  const change = useMutation({
    mutationFn: async (wanted: boolean): Promise<Outcome> => ({
      state: wanted ? await switchOn(publicKey ?? '') : await switchOff(),
      wanted,
    }),
    onSuccess: ({ state }) => store(state),
    onError: (error) =>
      isRefusal(error, 'push.unavailable')
        ? store('absent')
        : client.invalidateQueries({ queryKey }),
    meta: { quiet: true },
  });
  // A failure is shown as long as it could be tried again, or is the reason why not.
  const showsProblem =
    query.data === 'on' || query.data === 'off' || isRefusal(change.error, 'push.unavailable');
  return {
    query,
    /** The state a change in flight leads to: on or off. */
    wanted: change.isPending ? change.variables : undefined,
    problem: change.error && showsProblem ? problemOf(change.error) : undefined,
    outcome: change.data && wordsOf(change.data),
    change: (wanted: boolean) => {
      if (!change.isPending) change.mutate(wanted);
    },
  };
}
