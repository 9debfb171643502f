import { text } from '@giftlane/contract/messages.ts';
import type { downloadCodes, Order } from '@giftlane/contract/orders.ts';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { sendForFile } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast-queue.ts';

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));

function save(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** All codes of an order as one file, after the password. */
export function DownloadCodes({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false);
  const download = async (sPassword: string) => {
    const file = await sendForFile<typeof downloadCodes>('POST /transactions/{id}/download', {
      params: { id: order._id },
      body: { sPassword },
    });
    save(file, `codes-${order.sOrderId}.csv`);
    toast.success(text('orders.download.done'));
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
  };
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <Download aria-hidden="true" className="size-4" />
        {text('orders.download')}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <PasswordDialog
            title={text('orders.download')}
            intro={text('orders.download.intro')}
            action={text('orders.download.action')}
            act={download}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
