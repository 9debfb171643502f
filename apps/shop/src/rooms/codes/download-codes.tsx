import { text } from '@giftlane/contract/messages.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { Download } from 'lucide-react';
import { sendForFile } from '../../client/api-files.ts';
import { queryClient } from '../../client/query-client.ts';
import { saveFile } from '../../client/save-file.ts';
import { useAction } from '../../client/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { useProof } from '../identity/use-proof.tsx';

/** All codes of an order as one file, in a session that is proven. */
export function DownloadCodes({ order }: { order: Order }) {
  const proof = useProof({
    title: text('orders.download'),
    intro: text('orders.download.intro'),
    action: text('orders.download.action'),
  });
  const download = async () => {
    const file = await sendForFile('POST /transactions/{id}/download', {
      params: { id: order._id },
      body: {},
    });
    saveFile(file, `codes-${order.sOrderId}.csv`);
    toast.success(text('orders.download.done'));
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
  };
  const action = useAction(() => proof.run(download));
  return (
    <>
      <Button size="small" {...action}>
        <Download aria-hidden="true" className="size-4" />
        {text('orders.download')}
      </Button>
      {proof.dialog}
    </>
  );
}
