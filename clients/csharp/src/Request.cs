using System;
using System.Net.Sockets;

namespace Adwarden
{
    /// <summary>A question to the server (docs/client-protocol.md, "The request").</summary>
    internal sealed class Request
    {
        internal readonly Address Address;
        internal readonly string AuthToken;
        private readonly string appId;
        private readonly string tag; // null: none is sent

        internal Request(Address address, string appId, string authToken, string tag)
        {
            Address = address;
            AuthToken = authToken;
            this.appId = appId;
            this.tag = tag;
        }

        internal bool HasSameServer(Request other) =>
            Address.Given == other.Address.Given && AuthToken == other.AuthToken;

        /// <summary>Blocks until the answer is there, or for `timeout` milliseconds. Never throws.</summary>
        internal Outcome Send(Http http, int timeout)
        {
            var until = Device.Real.Uptime() + timeout;
            try
            {
                var query = $"/api/getAds?appID={Uri.EscapeDataString(appId)}&authToken={Uri.EscapeDataString(AuthToken)}";
                var headers = $"User-Agent: adwarden-csharp/{AdwardenClient.Version}\r\n";
                if (tag != null) headers += $"If-None-Match: {tag}\r\n";
                return Outcome.Of(http.Get(Address.Uri, query, headers, until), appId, tag);
            }
            catch (Exception e)
            {
                var isLate = Device.Real.Uptime() >= until;
                return NotReached(e.GetBaseException(), isLate ? $"nothing within {timeout} ms" : null);
            }
        }

        private static Outcome NotReached(Exception reason, string late)
        {
            // Android says so when the app has no permission, and Windows when a firewall blocks the app.
            var isForbidden = (reason as SocketException)?.SocketErrorCode == SocketError.AccessDenied;
            return isForbidden
                ? Outcome.Failed(AdwardenCause.NoPermission, $"The app may not use the network: {reason.Message}")
                : Outcome.Failed(AdwardenCause.NoAnswer, $"No answer: {late ?? reason.Message}");
        }
    }
}
