import { queryClient } from '@giftlane/client/query-client.ts';
import { Toaster } from '@giftlane/ui/toasts/toaster.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import './main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import * as home from './pages/home.tsx';
import * as invitation from './pages/invitation.tsx';
import * as signIn from './pages/sign-in.tsx';

const router = createBrowserRouter([
  { path: '/', HydrateFallback: () => null, ...home },
  { path: '/invitation', ...invitation },
  { path: '/sign-in', ...signIn },
]);

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
