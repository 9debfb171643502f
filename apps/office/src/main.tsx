import './no-eval.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { Toaster } from '@giftlane/ui/toasts/toaster.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import './main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, redirect } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Home } from './pages/home.tsx';
import { InvitationPage } from './pages/invitation.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { requireInvitation, requireNobody, requireOperator } from './session.ts';

const router = createBrowserRouter([
  { path: '/', HydrateFallback: () => null, loader: requireOperator, Component: Home },
  {
    path: '/invitation',
    HydrateFallback: () => null,
    loader: requireInvitation,
    Component: InvitationPage,
  },
  { path: '/sign-in', HydrateFallback: () => null, loader: requireNobody, Component: SignIn },
  { path: '*', loader: () => redirect('/') },
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
