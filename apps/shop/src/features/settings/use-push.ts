import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type PushState, readPush, ServiceFailed, switchOff, switchOn } from './browser-push.ts';

const pushQuery = (publicKey: string | undefined) =>
  queryOptions({
    queryKey: ['push', publicKey],
    queryFn: () => readPush(publicKey),
    // Read anew at every visit: the browser's own settings change it, too.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

interface Outcome {
  readonly state: PushState;
  readonly wanted: boolean;
}

/** What there is to say of the last press. */
function wordsOf({ state, wanted }: Outcome): string | undefined {
  if (state === 'on') return text('settings.push.turnedOn');
  if (state === 'off')
    return wanted ? text('settings.push.dismissed') : text('settings.push.turnedOff');
  return undefined;
}

const problemOf = (error: Error): string =>
  error instanceof ServiceFailed ? text('settings.push.serviceFailed') : messageOf(error);

/** The toggle of this browser's notifications. Its state is always what was found out, never a wish. */
export function usePush(publicKey: string | undefined) {
  const client = useQueryClient();
  const query = pushQuery(publicKey);
  const found = useQuery(query);
  const change = useMutation({
    mutationFn: async (wanted: boolean): Promise<Outcome> => ({
      state: wanted ? await switchOn(publicKey ?? '') : await switchOff(),
      wanted,
    }),
    onSuccess: ({ state }) => client.setQueryData(query.queryKey, state),
    onError: async (error) => {
      if (isRefusal(error, 'push.unavailable')) client.setQueryData(query.queryKey, 'absent');
      else await client.invalidateQueries({ queryKey: query.queryKey });
    },
    meta: { quiet: true },
  });
  // What went wrong is of the time when it could be switched, unless it is why it can not be.
  const isOfNow =
    found.data === 'on' || found.data === 'off' || isRefusal(change.error, 'push.unavailable');
  return {
    state: found.data,
    /** Why it is not known how things stand. */
    failed: found.error && !found.data ? messageOf(found.error) : undefined,
    retry: () => void found.refetch(),
    /** Whether it is being switched, and which way. */
    wanted: change.isPending ? change.variables : undefined,
    problem: change.error && isOfNow ? problemOf(change.error) : undefined,
    said: change.data && wordsOf(change.data),
    change: (wanted: boolean) => {
      if (!change.isPending) change.mutate(wanted);
    },
  };
}
