import './no-eval.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { Toaster } from '@giftlane/ui/toasts/toaster.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import './main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { routes } from './routes.tsx';
import { watchSession } from './session.ts';

const router = createBrowserRouter(routes);
watchSession(router);

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  );
