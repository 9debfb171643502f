/** Puts one order alone on paper: what stands around it is hidden by the print style meanwhile. */
export function printOrder(order: HTMLElement | null): void {
  if (!order) return;
  const page = document.documentElement;
  const receipt = order.querySelector<HTMLDetailsElement>('details[data-receipt]');
  const wasOpen = receipt?.open ?? false;
  if (receipt) receipt.open = true;
  order.setAttribute('data-printed', '');
  page.setAttribute('data-print-one', '');
  const tidy = () => {
    order.removeAttribute('data-printed');
    page.removeAttribute('data-print-one');
    if (receipt) receipt.open = wasOpen;
  };
  // Not after print(): where that does not wait, the page would be whole again too early.
  addEventListener('afterprint', tidy, { once: true });
  print();
}
