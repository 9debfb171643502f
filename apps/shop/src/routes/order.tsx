import { useParams } from 'react-router';
import { OrderPage } from '../features/orders/order-page.tsx';
import { requireReader } from '../session/guards.ts';

export const loader = requireReader;

/** One order with its codes and its receipt. */
export function Component() {
  const { id = '' } = useParams();
  return <OrderPage key={id} id={id} />;
}
