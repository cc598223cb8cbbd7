import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Welcome } from './app/welcome.tsx';
import './app/welcome.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Welcome />
  </StrictMode>,
);
