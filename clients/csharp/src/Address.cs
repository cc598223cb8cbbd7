using System;
using System.Text.RegularExpressions;

namespace Adwarden
{
    /// <summary>A server's address as an app passes it, or what is wrong with it.</summary>
    internal sealed class Address
    {
        private static readonly Regex Form = new Regex(@"\Ahttps?://[^\s/?#@]+(/[^\s?#]*)?\z", RegexOptions.IgnoreCase);
        internal readonly string Given; // without blanks around it
        internal readonly Uri Uri; // null when it is wrong
        internal readonly string Fault; // null when it is right

        internal Address(string given)
        {
            Given = given.Trim();
            var address = Given.TrimEnd('/');
            if (!Regex.IsMatch(Given, "^https?://", RegexOptions.IgnoreCase))
                Fault = $"The address \"{Given}\" does not begin with https://";
            else if (!Form.IsMatch(address) || !Uri.TryCreate(address, UriKind.Absolute, out Uri))
                Fault = $"\"{Given}\" is not the address of a server";
        }
    }
}
