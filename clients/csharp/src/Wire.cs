using System;
using System.Collections;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Adwarden
{
    /// <summary>
    /// A connection whose calls all end at `Until`. TLS makes asynchronous calls. Here these have finished when they return,
    /// so they need no thread of the pool.
    /// </summary>
    internal sealed class Wire : Stream
    {
        private const long LongestConnect = 5000; // milliseconds
        private readonly Socket socket;

        /// <summary>The uptime at which all calls must have ended.</summary>
        internal long Until;

        private Wire(Socket socket) => this.socket = socket;

        /// <summary>Whether the other end has closed the connection, or has sent what nobody asked for.</summary>
        internal bool IsOver => socket.Poll(0, SelectMode.SelectRead);

        /// <summary>Connects to the first address of the host that answers.</summary>
        internal static Wire Connect(string host, int port, long until)
        {
            until = Math.Min(until, Device.Real.Uptime() + LongestConnect);
            var addresses = Find(host, until);
            for (var at = 0;; at++)
            {
                // An equal share of the time, so that an address that never answers leaves some for the others.
                var wait = Left(until) / (addresses.Length - at);
                var socket = new Socket(addresses[at].AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                try
                {
                    Connect(socket, new IPEndPoint(addresses[at], port), wait);
                    return new Wire(socket);
                }
                catch (SocketException)
                {
                    socket.Dispose();
                    if (at == addresses.Length - 1) throw;
                }
            }
        }

        /// <summary>The addresses of a host. The look-up cannot be ended, so it has a thread of its own.</summary>
        private static IPAddress[] Find(string host, long until)
        {
            if (IPAddress.TryParse(host, out var address)) return new[] { address };
            var finding = new TaskCompletionSource<IPAddress[]>();
            Device.Real.Run(() =>
            {
                try
                {
                    finding.SetResult(Dns.GetHostAddresses(host));
                }
                catch (Exception e)
                {
                    finding.SetException(e);
                }
            });
            return finding.Task.Wait(Left(until)) ? finding.Task.Result : throw TooLate();
        }

        private static void Connect(Socket socket, EndPoint end, int wait)
        {
            socket.Blocking = false;
            try
            {
                socket.Connect(end);
            }
            catch (SocketException e) when (
                e.SocketErrorCode == SocketError.WouldBlock || e.SocketErrorCode == SocketError.InProgress)
            {
                var connected = new ArrayList { socket };
                var failed = new ArrayList { socket };
                Socket.Select(null, connected, failed, wait * 1000);
                var error = (int)socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error);
                if (error != 0) throw new SocketException(error);
                if (connected.Count == 0) throw new SocketException((int)SocketError.TimedOut);
            }
            socket.Blocking = true;
        }

        private static int Left(long until)
        {
            var left = until - Device.Real.Uptime();
            return left > 0 ? (int)left : throw TooLate();
        }

        private static Exception TooLate() => new TimeoutException("no connection within 5 s");

        public override int Read(byte[] buffer, int offset, int count)
        {
            socket.ReceiveTimeout = Left(Until);
            return socket.Receive(buffer, offset, count, SocketFlags.None);
        }

        public override void Write(byte[] buffer, int offset, int count)
        {
            for (var sent = 0; sent < count;)
            {
                socket.SendTimeout = Left(Until);
                sent += socket.Send(buffer, offset + sent, count - sent, SocketFlags.None);
            }
        }

        public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken _) =>
            Task.FromResult(Read(buffer, offset, count));

        public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken _)
        {
            Write(buffer, offset, count);
            return Task.CompletedTask;
        }

        public override Task FlushAsync(CancellationToken _) => Task.CompletedTask;

        public override void Flush()
        {
        }

        public override bool CanRead => true;
        public override bool CanWrite => true;
        public override bool CanSeek => false;
        public override long Length => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing) socket.Dispose();
            base.Dispose(disposing);
        }
    }
}
