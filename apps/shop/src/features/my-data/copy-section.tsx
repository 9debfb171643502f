import { send } from '@giftlane/client/api.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { Copy } from '@giftlane/contract/members/my-data.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Spinner } from '@giftlane/ui/controls/spinner.tsx';
import { Dated } from '@giftlane/ui/layout/dated.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { Download } from 'lucide-react';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import { myDataQuery } from './my-data.ts';

function sizeWords(bytes = 0): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? `${Math.max(1, Math.round(kilobytes))} KB`
    : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** The state of the copy in words. */
function wordsOf({ eState, dUntil, nBytes }: Copy): string {
  switch (eState) {
    case 'making':
      return text('myData.copy.making');
    case 'ready':
      return text('myData.copy.ready', { day: formatDate(dUntil ?? ''), size: sizeWords(nBytes) });
    case 'failed':
      return text('myData.copy.failed');
    case 'none':
      return '';
  }
}

const refetch = () => queryClient.invalidateQueries({ queryKey: myDataQuery.queryKey });

async function requestCopy() {
  const { message } = await send('POST /account/copy', { body: {} });
  toast.success(message);
  await refetch();
}

async function downloadCopy() {
  const { data } = await send('POST /account/copy/link', { body: {} });
  // The answer is a download: the page stays.
  location.assign(data.sUrl);
  toast.success(text('myData.copy.fetched'));
  setTimeout(() => void refetch(), 2_000);
}

/** The buttons that request and download a copy, with the dialogs that ask for a proof of the session. */
export function useCopyActions() {
  const requesting = useProof({
    title: text('myData.copy.askDialog.title'),
    intro: text('myData.copy.askDialog.intro'),
    action: text('myData.copy.ask'),
  });
  const downloading = useProof({
    title: text('myData.copy.fetchDialog.title'),
    intro: text('myData.copy.fetchDialog.intro'),
    action: text('myData.copy.fetch'),
  });
  return {
    request: useAction(() => requesting.run(requestCopy)),
    download: useAction(() => downloading.run(downloadCopy)),
    dialogs: (
      <>
        {requesting.dialog}
        {downloading.dialog}
      </>
    ),
  };
}

/** The copy of all data about the member: its state, and buttons to request and to download it. */
export function CopySection({ copy }: { copy: Copy }) {
  const { request, download, dialogs } = useCopyActions();
  const { eState } = copy;
  const words = wordsOf(copy);
  return (
    <section
      aria-labelledby="my-data-copy"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-panel border border-line bg-surface p-5"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="my-data-copy" className="text-17 font-semibold">
          {text('myData.copy.title')}
        </h2>
        <p className="mt-1 max-w-prose text-soft">{text('myData.copy.text')}</p>
        <p role="status" className="mt-3 flex max-w-prose items-start gap-3 empty:hidden">
          {eState === 'making' && <Spinner />}
          {words && (
            <span className={eState === 'failed' ? 'text-fail' : ''}>
              <Dated words={words} />
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden lg:flex-col">
        {eState === 'ready' && (
          <Button look="primary" {...download}>
            <Download aria-hidden="true" className="size-4" />
            {text('myData.copy.fetch')}
          </Button>
        )}
        {eState !== 'making' && (
          <Button look={eState === 'ready' ? 'secondary' : 'primary'} {...request}>
            {text(eState === 'ready' ? 'myData.copy.again' : 'myData.copy.ask')}
          </Button>
        )}
      </div>
      {dialogs}
    </section>
  );
}
