import { sendForFile } from '@giftlane/client/api-files.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { saveFile } from '@giftlane/ui/browser/save-file.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { Download } from 'lucide-react';
import { useProof } from '../identity/use-proof.tsx';
import { refreshOrders } from '../orders/orders.ts';

/** Downloads all codes of an order as a CSV file; asks for a proof of identity first. */
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
    await refreshOrders();
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
